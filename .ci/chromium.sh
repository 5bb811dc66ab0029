#!/usr/bin/env bash
# Installs Debian's Chromium, in which the HTML page is tested, where that can be done without asking;
# without it those tests say that they are skipped.
set -euo pipefail

for program in chromium chromium-browser google-chrome; do
    if command -v "$program" >/dev/null; then
        exit 0
    fi
done
if [[ $(id -u) != 0 ]] || ! command -v apt-get >/dev/null; then
    echo "ci: there is no Chromium, and no way to install it here" >&2
    exit 0
fi
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get -qq update && apt-get -qq -y install --no-install-recommends chromium; } >/dev/null 2>&1; then
    echo "ci: Chromium could not be installed" >&2
fi
