/** What follows from the numbers of an experiment: its verdict, how strong it is, and what to do next. */

/** The verdict follows from where the interval lies against the threshold, and from nothing else. */
function judge(experiment, statistics) {
  const { threshold } = experiment;
  const [low, high] = statistics.speedup_interval;
  if (low >= threshold) return 'supported';
  if (high < threshold) return 'unsupported';
  return 'inconclusive';
}

/** By how far the nearer end of the interval is from the threshold, and by the number of trials. */
function evidenceStrength(experiment, trials, statistics, verdict) {
  if (verdict === 'inconclusive') return 'weak';
  const [low, high] = statistics.speedup_interval;
  const { threshold } = experiment;
  const margin = verdict === 'supported' ? low / threshold : threshold / high;
  if (margin >= 1.5 && trials.length >= 20) return 'strong';
  return margin >= 1.1 ? 'moderate' : 'weak';
}

const outcomes = {
  supported: { project_decision: 'finalize_positive', research_outcome: 'paper_positive' },
  unsupported: { project_decision: 'finalize_negative', research_outcome: 'negative' },
  inconclusive: { project_decision: 'needs_review', research_outcome: 'needs_review' },
};

/** The decision file: `experiment` of the catalogue, its paired `trials` and what `compareTrials` makes of them. */
export function decide(experiment, trials, statistics) {
  const verdict = judge(experiment, statistics);
  const strength = evidenceStrength(experiment, trials, statistics, verdict);
  const [low, high] = statistics.speedup_interval;
  const { median_speedup: median } = statistics;
  const measured = `median speed-up ${median} (95% interval ${low} to ${high}) against the threshold ${experiment.threshold}`;
  const next = {
    supported: 'Draft the bounded paper.',
    unsupported: 'Record the negative result; do not pursue the claim at this size.',
    inconclusive: 'Repeat with more trials on a quiet machine.',
  };
  return {
    ...outcomes[verdict],
    hypothesis_status: verdict,
    confidence: verdict === 'inconclusive' ? 0.5 : 0.95,
    evidence_strength: strength,
    claim_scope: experiment.scope,
    scale_limits: experiment.limits,
    summary: `${experiment.hypothesis} Measured: ${measured}: ${verdict}.`,
    recommended_next_action: next[verdict],
    stop_reason: `${trials.length} paired trials were completed as planned`,
    bounded_paper_ready: verdict === 'supported' && strength !== 'weak',
    followup_recommended: verdict === 'inconclusive',
    followup_type: verdict === 'inconclusive' ? 'retry' : null,
    followup_title: verdict === 'inconclusive' ? `${experiment.title}: more trials` : null,
    followup_hypothesis: verdict === 'inconclusive' ? experiment.hypothesis : null,
    followup_required_evidence:
      verdict === 'inconclusive'
        ? ['at least twice as many paired trials', 'the load of the machine during the trials']
        : [],
    followup_success_threshold:
      verdict === 'inconclusive'
        ? `the whole 95% interval of the speed-up on one side of ${experiment.threshold}`
        : null,
    followup_stop_condition:
      verdict === 'inconclusive' ? 'ten times the present number of trials' : null,
  };
}
