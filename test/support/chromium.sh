#!/bin/sh
# Chromium without the pages of its own address field: each window had two processes for them, and tests have no such field.
for given; do
  # Of several such flags only the last counts.
  case $given in --disable-features=*)
    set -- "$@" "$given,WebUIOmniboxPopup,WebUIOmniboxAimPopup" ;;
  esac
done
exec /usr/bin/chromium "$@"
