#!/bin/sh
# The agent of the crash tests: notes that it was started, leaves a result and a decision, ends.
set -eu
printf '%s\n' "$ORRERY_RUN_ID" >> "$ORRERY_PROJECT_DIR/../starts.log"
cd "$ORRERY_PROJECT_DIR"
mkdir -p results .orrery
cat > run_notes.md <<'NOTES'
# Crash test run

## Method

Two ways of adding numbers were timed on the same input.

## Limits

One machine and one input size.
NOTES
cat > results/summary.json <<JSON
{"experiment": "addition", "run_id": "$ORRERY_RUN_ID", "metrics": {"baseline_ms": {"value": 12.5, "unit": "ms"}, "candidate_ms": {"value": 5.0, "unit": "ms"}}, "trials": {"baseline_ms": [12.4, 12.5, 12.6], "candidate_ms": [4.9, 5.0, 5.1]}}
JSON
cat > .orrery/project_decision.json.new <<'JSON'
{"project_decision": "finalize_positive", "research_outcome": "paper_positive", "hypothesis_status": "supported", "confidence": 0.9, "evidence_strength": "strong", "claim_scope": "addition of small arrays on this machine", "scale_limits": "one input size", "summary": "The candidate is faster than the baseline.", "bounded_paper_ready": true}
JSON
mv .orrery/project_decision.json.new .orrery/project_decision.json
