import AirArguments
import AirDraw

/// Videos of a recording with what was made of it drawn in.
enum OverlayOptions {
  private static let film = OutputOptions.file(ending: "mp4")
  static let overlay = Option(
    "overlay", film,
    help: """
      Write the recording here with all that was seen and drawn in it: box, state, focus reticle and strokes, and in \
      the end the solid rising from the table.
      """)
  static let helper = Option(
    "helper", film,
    help: """
      Write a video of what the tracker sees here: where it searches, its best match, the match value beside the \
      threshold.
      """)
  static let helperPane = Flag("helper-pane", help: "Show in a corner of the overlay what the tracker sees.")
  static let handInFront = Flag(
    invertible: "hand-in-front", default: true,
    help:
      "In the overlay, let the hand hide what is drawn behind it, where its colours tell it from the table.")
  static let mute = Flag(
    "mute",
    help: "Leave out the tones that tell in the overlay when the fingertip is found and when it is lost.")

  static let group = OptionGroup("Overlay", [overlay, helper, helperPane, handInFront, mute])
}
