#!/bin/sh
# The agent of the resume tests. It keeps a diary per session, so that a resumed one is told from a
# new one, and does what the last "DO:word" of its prompt says.
set -u
cd "$ORRERY_PROJECT_DIR" || exit 70
todo=$(sed -n 's/.*DO:\([a-z-]*\).*/\1/p' "$ORRERY_PROMPT_FILE" | tail -n 1)
mkdir -p sessions .orrery
id=$ORRERY_SESSION_ID
if [ "$ORRERY_MODE" = exec ] || [ -z "$id" ]; then
  id="session-of-$ORRERY_RUN_ID"
elif [ ! -e "sessions/$id" ]; then
  echo "there is no session $id here" >&2
  exit 9
fi
printf '%s %s\n' "$ORRERY_MODE" "$todo" >>"sessions/$id"
case $todo in
  forgetful-*) ;;
  *) printf '%s\n' "$id" >"$ORRERY_RUN_DIR/session_id" ;;
esac

leave() {
  printf '%s' "$2" >".orrery/$1.new" && mv ".orrery/$1.new" ".orrery/$1"
}
decide() {
  leave project_decision.json "{\"project_decision\": \"$1\", \"research_outcome\": \"negative\", \"hypothesis_status\": \"unsupported\", \"summary\": \"as told\", \"recommended_next_action\": \"$2\"}"
}
case $todo in
  ask | forgetful-ask) leave question.json '{"question": "Which seed?"}' ;;
  ask-again) leave question.json '{"question": "And which size?"}' ;;
  ask-and-decide)
    decide finalize_negative ''
    leave question.json '{"question": "Shall I really give up?"}'
    ;;
  ask-badly) leave question.json 'Which seed, please?' ;;
  ask-empty) leave question.json '' ;;
  ask-with-work)
    sleep 600 &
    leave question.json '{"question": "Keep it training?"}'
    ;;
  continue) decide continue 'Next: DO:continue' ;;
  finish) decide finalize_negative '' ;;
  fail) exit 3 ;;
  die) kill -9 $$ ;;
  stay) exec sleep 60 ;;
esac
