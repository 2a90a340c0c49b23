extension PreviewPage {
  /// How the page looks; colours are variables that the switch between light and dark changes.
  static let style = #"""
    :root { --paper: #eef0f3; --ink: #1c2430; --faint: #5b6675; --panel: rgba(255, 255, 255, .86); --line: #c9d0d9; }
    :root.dark { --paper: #14181e; --ink: #e7ebf0; --faint: #9aa6b4; --panel: rgba(30, 36, 44, .86); --line: #3a444f; }
    * { box-sizing: border-box; }
    html, body { margin: 0; height: 100%; overflow: hidden; }
    body { background: var(--paper); color: var(--ink); font: 14px/1.4 system-ui, sans-serif; }
    canvas { position: fixed; inset: 0; width: 100%; height: 100%; display: block; touch-action: none; outline: none; }
    #panel {
      position: fixed; top: 12px; left: 12px; max-width: min(260px, 45vw); max-height: calc(100% - 24px);
      display: flex; flex-direction: column; gap: 8px; padding: 10px 12px; overflow: auto;
      background: var(--panel); border: 1px solid var(--line); border-radius: 10px;
    }
    h1 { margin: 0; font-size: 15px; overflow-wrap: anywhere; }
    #size { margin: 0; color: var(--faint); font-variant-numeric: tabular-nums; }
    #switches { display: flex; flex-wrap: wrap; gap: 6px; }
    button {
      padding: 4px 9px; font: inherit; color: inherit; background: transparent;
      border: 1px solid var(--line); border-radius: 7px; cursor: pointer;
    }
    button[aria-pressed="true"] { background: var(--ink); color: var(--paper); border-color: var(--ink); }
    button:focus-visible, canvas:focus-visible { outline: 2px solid #1f6feb; outline-offset: -2px; }
    #parts { margin: 0; padding: 0; list-style: none; }
    #parts label { display: flex; align-items: baseline; gap: 7px; padding: 2px 0; overflow-wrap: anywhere; }
    #parts .swatch { flex: none; width: 11px; height: 11px; border-radius: 3px; border: 1px solid var(--line); }
    #labels span {
      position: fixed; left: 0; top: 0; padding: 0 5px; border-radius: 5px; pointer-events: none;
      background: var(--panel); font-size: 13px; font-variant-numeric: tabular-nums; white-space: nowrap;
    }
    details { color: var(--faint); font-size: 12px; }
    details pre { white-space: pre-wrap; font-size: 10px; }
    #trouble { position: fixed; inset: auto 12px 12px; margin: 0; color: #d1242f; }
    """#
}
