#!/usr/bin/env bash
# Installs Debian's Chromium, in which the HTML page is tested, and jq, which some pipelines of the
# cookbook need, where that can be done without asking; without them those tests say that they are
# skipped.
set -euo pipefail

has_any() {
    for program in "$@"; do
        command -v "$program" >/dev/null && return 0
    done
    return 1
}

missing=()
has_any chromium chromium-browser google-chrome || missing+=(chromium)
has_any jq || missing+=(jq)
if ((${#missing[@]} == 0)); then
    exit 0
fi
if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "ci: missing, and no way to install it here: ${missing[*]}" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get -qq update && apt-get -qq -y install --no-install-recommends "${missing[@]}"; } >/dev/null 2>&1; then
    echo "ci: could not be installed: ${missing[*]}" >&2
fi
