#!/bin/sh
# Stands in for nvidia-smi: replays the lines of $FAKE_LINES, one line a reading, with the options
# below. What it is asked and when it starts goes to $FAKE_LOG. Ends by itself after $FAKE_READINGS
# readings in loop mode (200 unless told).
#   FAKE_REFUSES   a field it does not know
#   FAKE_HANG_AT   reading at which it hangs (0: before the first one)
#   FAKE_DIE_AT    reading at which it ends with status 15
#   FAKE_APPS      what it prints for the compute processes
#   FAKE_COUNT     what it tells as number of GPUs (1 unless told)
query=$1
period_ms=0
while [ $# -gt 0 ]; do
  if [ "$1" = -lms ]; then period_ms=$2; fi
  shift
done
echo "$$ $period_ms $query" >>"$FAKE_LOG"
case $query in
  --query-compute-apps=*)
    if [ -n "$FAKE_APPS" ]; then echo "$FAKE_APPS"; fi
    exit 0
    ;;
esac
if [ -n "$FAKE_REFUSES" ]; then
  case ",${query#*=}," in
    *",$FAKE_REFUSES,"*)
      echo "Field \"$FAKE_REFUSES\" is not a valid field to query."
      exit 2
      ;;
  esac
fi
extra=
case $query in *,power.limit*) extra="$extra, 700.00" ;; esac
case $query in *,mig.mode.current*) extra="$extra, Disabled" ;; esac
case $query in *,count*) extra="$extra, ${FAKE_COUNT:-1}" ;; esac
reading=0
while IFS= read -r line; do
  if [ "$reading" = "$FAKE_HANG_AT" ] && [ "$period_ms" != 0 ]; then exec sleep 60; fi
  if [ "$reading" = "$FAKE_DIE_AT" ] && [ "$period_ms" != 0 ]; then exit 15; fi
  echo "$line$extra" || exit 1
  reading=$((reading + 1))
  if [ "$period_ms" = 0 ] || [ "$reading" = "${FAKE_READINGS:-200}" ]; then exit 0; fi
  sleep 0.05
done <"$FAKE_LINES"
