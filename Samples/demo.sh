#!/usr/bin/env bash
# Makes solids of everything in this folder: ./demo.sh AIRDRAW OUTPUT-FOLDER
set -euo pipefail
airdraw=$1
out=$2
here=$(dirname "$0")
mkdir -p "$out"

echo "== desk.mp4: a finger draws on a sheet of paper =="
"$airdraw" draw "$here/desk.mp4" \
  --tap 613,255@1.5 --pen 1.85-3.72,4.66-5.71 --surface paper:a4 --camera "$here/desk.camera.json" \
  --events "$out/desk.airdraw" -o "$out/desk.glb" -o "$out/desk.obj" -o "$out/desk.png" \
  --points "$out/desk.points.csv" --report "$out/desk.report.json"

for trace in "$here"/traces/*.airdraw; do
  name=$(basename "$trace" .airdraw)
  echo
  echo "== traces/$name.airdraw: a recorded session =="
  "$airdraw" build "$trace" -o "$out/$name.glb" -o "$out/$name.obj" -o "$out/$name.png"
done

echo
echo "== in $out =="
(cd "$out" && du -b -- *.glb *.obj *.mtl *.png *.airdraw *.csv *.json | awk '{printf "%10d bytes  %s\n", $1, $2}')
