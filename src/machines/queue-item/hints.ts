/** What an operator should do next with a queue item, one sentence per situation. */
export const hints = {
  queued: 'Waits for an open lane; run a dispatch, or pause or cancel the item.',
  dispatching: 'The worker is being asked to start the run; wait for its answer.',
  job_pending: 'Its job waits in the queue of the cluster; the job says why. Wait, or cancel.',
  job_running: 'Its job has begun; the gate of the job is to dial home, and then the run starts.',
  job_unclear: 'The cluster gave no clear answer; it is asked again until it does.',
  job_ended: 'Its job is over.',
  running: 'The agent works; wait for its callback, or cancel to stop the run.',
  awaiting_wake: 'The agent has exited; the gate waits until its workload is quiet.',
  wake_received: 'The run is over; its evidence and decision are being collected.',
  reconciling: 'What became of the run is unknown; the worker is asked until it answers.',
  stopping: 'The run is being stopped on its worker; wait for the answer.',
  stopFailed: 'The run is not known to be stopped; check the worker, then cancel again.',
  cancelKept:
    'It is to be canceled: its run is stopped once its worker can be told, or called off should it be given up; cancel again to try at once.',
  budgetStopFailed:
    'Its budget is spent, but the run is not known to be stopped; it is tried again soon: check the worker.',
  overBudget:
    'Its run was over budget; look at what it left, then retry with a larger budget or cancel.',
  question: 'The agent asked a question; answer it, retry without an answer, or cancel.',
  review: 'Read the decision and the evidence, then retry or cancel.',
  noDecision: "Read the reason and the agent's log, then retry or cancel.",
  continueByHand: 'The agent wants to continue; retry to resume its session, or cancel.',
  noContact: 'The worker stayed silent; check it, make sure the run is over, then retry or cancel.',
  lost: 'No gate that answers knows the run; make sure on the machine that took it that nothing of it lives, then retry or cancel.',
  fenced:
    'The worker knows of a run that this item does not; look at what that left, then retry or cancel.',
  stopped: 'The run was stopped on its worker; retry or cancel.',
  blocked: 'Read the reason, remove it, then retry; or cancel.',
  dispatch_error: 'The worker refused too often; fix what it names, then retry or cancel.',
  paused: 'Resume to put it back into the queue, or cancel.',
  completed: 'Nothing to do for the queue; a positive result can be drafted.',
  callingOff:
    'Canceled; its last run may live on, and its worker is told to end it as soon as it can be reached.',
  notCalledOff:
    'Canceled, but its last run could not be called off; make sure on its machine that nothing of it lives.',
  canceled: 'Nothing to do; retry puts it back into the queue.',
} as const;
