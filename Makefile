# The two commands of a new user: `make demo` and `make test`. `make help` lists the rest.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# What is used of Debian 12, each named with its reason in the README.
PACKAGES := libopencv-contrib-dev libapriltag-dev libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libassimp-dev libexpat1-dev zlib1g-dev libcurl4 libjs-three

BIN := .build/release
AIRDRAW := $(BIN)/airdraw
SWIFT_FILES := Package.swift Sources Tests

.PHONY: help install build demo test lint format check-deep bench calibrate samples clean

help: ## List these commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

# Installs those of the packages in $(1) that are missing.
define install_packages
missing=$$(for p in $(1); do dpkg -s $$p >/dev/null 2>&1 || echo $$p; done); \
if [ -n "$$missing" ]; then \
  if [ "$$(id -u)" = 0 ]; then as_root=""; else as_root=sudo; fi; \
  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q; \
  $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $$missing; \
fi
endef

install: ## Install the Debian packages that are missing (as root or by sudo)
	@command -v swift >/dev/null || { echo "Swift 6.1 or newer is needed: install it and put it on the PATH." >&2; exit 1; }
	@$(call install_packages,$(PACKAGES))

build: install ## Build the commands in release
	swift build -c release --product airdraw
	swift build -c release --product airdraw-bench

demo: build ## Make solids of everything in Samples, into Exports
	@Samples/demo.sh $(AIRDRAW) Exports

# In release, since the image processing is: a debug build would take several times as long to run.
test: install ## Build and run all tests
	swift build -c release --build-tests
	swift test -c release --skip-build

lint: ## Check the format of the code
	swift format lint --strict --recursive $(SWIFT_FILES)

format: ## Format the code
	swift format --in-place --recursive $(SWIFT_FILES)

check-deep: install ## Run all tests with their heavy sweeps (some 40 minutes)
	AIRDRAW_DEEP=1 swift test -c release

bench: build ## Time the whole way against decoding alone
	@$(call install_packages,ffmpeg)
	$(BIN)/airdraw-bench run Samples/desk.mp4

# The annotated sequences that the confidence is fitted to; they are not part of the project.
SEQUENCES := $(or $(AIRDRAW_SHARED_DATA),../shared/data)/sequences

calibrate: build ## Fit the tracker's confidence anew (needs the annotated sequences)
	@[ -d $(SEQUENCES) ] || { echo "There are no annotated sequences in $(SEQUENCES): name their folder's parent in AIRDRAW_SHARED_DATA." >&2; exit 1; }
	$(BIN)/airdraw-bench calibrate $(SEQUENCES) --rate tip_ego10fps=10 \
	  --write Sources/AirTracking/TrackConfidence+Weights.swift

samples: ## Render the sample recording anew (needs ffmpeg and, from pip, numpy and opencv-python-headless)
	python3 Samples/make_desk_sample.py
	python3 Samples/make_traces.py

clean: ## Take away what was built and exported
	swift package clean
	find Exports -mindepth 1 ! -name README.md -delete
