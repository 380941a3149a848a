#!/bin/sh
# An agent that leaves a process behind, which holds 64 MiB and ends by itself only after a day.
set -eu
node -e 'const held = Buffer.alloc(64 * 2 ** 20, 1); setTimeout(() => held.length, 86400000)' >/dev/null 2>&1 &
exec sh "$(dirname "$0")/../chaos/support/agent.sh"
