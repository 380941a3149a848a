/** What an agent of a simulation leaves as its conclusion. */
import type { ProjectDecision } from '../domain/records.ts';

/** Whole, from its one word. */
export const decisionOf = (word: ProjectDecision['project_decision']): ProjectDecision => ({
  project_decision: word,
  research_outcome: word === 'finalize_positive' ? 'paper_positive' : 'negative',
  hypothesis_status: word === 'finalize_positive' ? 'supported' : 'unsupported',
  evidence_strength: 'strong',
  claim_scope: 'simulated',
  scale_limits: 'simulated',
  bounded_paper_ready: word === 'finalize_positive',
});
