/**
 * The types of the API, generated from docs/openapi.json by `npm run docs`; do not edit.
 * Long because generated: one entry per route, component and operation.
 */
export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the process answers. */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the control plane answers, on which store and transport. */
        get: operations["control.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Dispatch-safety snapshot for older clients; prefer the overview.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["control.status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/queue-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts, worker freshness, active runs, what an alert check finds, recent callbacks, what is not delivered. */
        get: operations["queue.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/dispatch-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Selects the next eligible item and, unless it is a dry run, starts it on its worker. */
        post: operations["dispatch.next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/dispatch-one": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As dispatch-next, for one named project. */
        post: operations["dispatch.one"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Checks whether a worker could take a run now, without starting one. */
        post: operations["preflight"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops new dispatches; what runs goes on. */
        post: operations["control.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets dispatches begin again. */
        post: operations["control.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/pump": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service goes on by itself, what it did last, and why not more. */
        get: operations["pump.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/pump/on": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Lets the service draft, dispatch, publish and follow up by itself, as configured; on already, it looks at once. */
        post: operations["pump.on"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/pump/off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nothing starts by itself any more; a step under way ends, what runs goes on. */
        post: operations["pump.off"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Holds an item back; an active one must be canceled instead. */
        post: operations["queue.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a paused item back into the queue. */
        post: operations["queue.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts a blocked, failed, reviewed or canceled item back into the queue. */
        post: operations["queue.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels an item; an active run is stopped on its worker first. */
        post: operations["queue.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers an agent's question; the item's next run resumes the session with it. */
        post: operations["queue.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/{project_id}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Changes priority, worker, model, limits or tags of an item; never what it is. */
        post: operations["queue.edit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draws up a verb for many items: which it would change, which not and why. */
        post: operations["queue.plan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/plans/{plan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A plan: its frozen rows, and what became of them. */
        get: operations["plans.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/plans/{plan_id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Carries a plan out, once, exactly as drawn up; 409 when a row has changed since. */
        post: operations["plans.execute"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One lane per worker address: what runs there, what waits, or why nothing goes. */
        get: operations["lanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every configured worker: health and since when, checks, run, routes, GPUs, advice. */
        get: operations["workers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/workers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One worker, with the changes of its health. */
        get: operations["workers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/workers/{name}/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Asks a worker now and shows what it says; a worker that is down is said to be down. */
        post: operations["workers.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/workers/{name}/callbacks/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Has a worker try again to deliver callbacks that were refused for good. */
        post: operations["workers.retry_callbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/explain/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Why an item, run, paper, worker, alert or other work stands still, and the smallest act that helps. */
        get: operations["explain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/trace/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a request led to, as a tree: its events, and what of it still waits. */
        get: operations["trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actors, those out of service first; without a kind, those active lately. */
        get: operations["actors.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/actors/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One actor: state, mailbox, failures, legal next events, last turns, history. */
        get: operations["actors.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/actors/{kind}/{id}/statechart.svg": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statechart of an actor's machine, its current state pointed out. */
        get: operations["actors.statechart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/actors/{kind}/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What became of an actor, event by event, newest first, however many there are. */
        get: operations["actors.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/actors/{kind}/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One actor as it was at a moment, and what the event of that moment changed. */
        get: operations["actors.state"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/statecharts/{kind}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The statechart of a kind: its states, what each takes, and where they are drawn. */
        get: operations["statecharts.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is out of service: totals, the check of all stored actors, the first entries. */
        get: operations["bench.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actors out of service by kind and id, with event, reason and since when. */
        get: operations["bench.actors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/actors/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One actor out of service: whole, what waits for it, whether it would fail again. */
        get: operations["bench.actor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages that no actor could handle, newest first. */
        get: operations["bench.dead_letters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/dead-letters/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One dead letter, whole. */
        get: operations["bench.dead_letter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/actors/{kind}/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an event would do to an actor as it is stored; nothing is committed. */
        post: operations["bench.try_actor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/dead-letters/{sequence}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a dead letter, or another event in its place, would do; nothing is committed. */
        post: operations["bench.try_dead_letter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/actors/{kind}/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts an actor back into service, or says what that would set going. */
        post: operations["bench.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/dead-letters/{sequence}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a dead letter's event again, or another in its place, or says what it would do. */
        post: operations["bench.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/bench/dead-letters/{sequence}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a dead letter for good; the audit log keeps what it held. */
        post: operations["bench.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/supervision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The supervision tree: groups and kinds with failures, and actors that persist nothing. */
        get: operations["supervision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/intake/ideas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes in research ideas; each becomes a project in the queue. */
        post: operations["intake.ideas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/intake/ideas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Takes in research ideas; each becomes a project in the queue.
         * @deprecated
         * @description Kept for older clients.
         */
        post: operations["intake.ideas_alias"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/intake/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The ideas in a text of Markdown, CSV, JSON or JSON Lines, and what is wrong where. */
        post: operations["intake.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects. */
        get: operations["projects.list"];
        put?: never;
        /** Creates one project and puts it into the queue, by the rules of intake. */
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/worker-callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Receives completion callbacks of worker gates, once in effect. */
        post: operations["worker.callback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/papers/draft-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Drafts the paper of the next completed project whose decision is positive. */
        post: operations["papers.draft_next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/papers/publish-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Takes the next step of publication: rewrites, packages or imports one paper. */
        post: operations["papers.publish_next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/replicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Has the experiment of a paper done again by a project of its own, to be compared with the first. */
        post: operations["papers.replicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/artifacts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One file of a paper, as it is now. */
        get: operations["papers.artifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** From each sentence to claim, file, pointer, hash, run, events and telemetry, and from a file back. */
        get: operations["papers.trace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a paper says, cleaned: elements and texts, each number with its claim. */
        get: operations["papers.text"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The drafts of a paper, and what the present one says otherwise than an earlier one. */
        get: operations["papers.drafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What lint and strict audit find in a paper now, each with file, line and remedy. */
        get: operations["papers.findings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Papers in publication automation, best ranked first. */
        get: operations["publication-automation.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The best ranked paper that is neither finalized nor rejected. */
        get: operations["publication-automation.next"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One paper in publication automation with checklist, lint and audit. */
        get: operations["publication-automation.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/approve-finalization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks a paper ready for finalization and gives the final approval. */
        post: operations["publication-automation.approve_finalization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the raw review status, from any status. */
        post: operations["publication-automation.set_status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/checklist/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides one item of the finalization checklist. */
        post: operations["publication-automation.set_checklist_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/rewrite-draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewrites the draft of a paper from its evidence, fetching it anew first. */
        post: operations["publication-automation.rewrite_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/rewrite-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewrites the best ranked matching papers, one by one, and answers when all are done, or with async when they have begun. */
        post: operations["publication-automation.rewrite_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/prepare-finalization-package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assembles the finalization package once lint, audit and checklist pass. */
        post: operations["publication-automation.prepare_finalization_package"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Papers in publication automation, best ranked first. */
        get: operations["paper-reviews.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The best ranked paper that is neither finalized nor rejected. */
        get: operations["paper-reviews.next"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One paper in publication automation with checklist, lint and audit. */
        get: operations["paper-reviews.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}/approve-finalization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Marks a paper ready for finalization and gives the final approval. */
        post: operations["paper-reviews.approve_finalization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sets the raw review status, from any status. */
        post: operations["paper-reviews.set_status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}/checklist/{item_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decides one item of the finalization checklist. */
        post: operations["paper-reviews.set_checklist_item"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}/rewrite-draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewrites the draft of a paper from its evidence, fetching it anew first. */
        post: operations["paper-reviews.rewrite_draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/rewrite-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rewrites the best ranked matching papers, one by one, and answers when all are done, or with async when they have begun. */
        post: operations["paper-reviews.rewrite_batch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/paper-reviews/{paper_id}/prepare-finalization-package": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Assembles the finalization package once lint, audit and checklist pass. */
        post: operations["paper-reviews.prepare_finalization_package"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/publication-automation/{paper_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Claims, releases, blocks, defers, requeues or rejects a paper, or has it evaluated again. */
        post: operations["publication-automation.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Holds a paper for human review, ends that review, archives the paper, or has one that is being written written no further. */
        post: operations["papers.move"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/rewrite-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rewrite batches, those started last first: how far each is. */
        get: operations["rewrite-batches.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/rewrite-batches/{batch_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A rewrite batch: how far it is, and what became of each paper. */
        get: operations["rewrite-batches.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/rewrite-batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a rewrite batch: the paper that is being rewritten ends, the others stay. */
        post: operations["rewrite-batches.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/corpus": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the corpus holds, whether import, index, lint and audit are known, its ledger. */
        get: operations["corpus.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/corpus/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Imports a finalized package into the corpus and records it in the ledger. */
        post: operations["corpus.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/corpus/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a paper from the corpus and leaves a tombstone; its public id is never given again. */
        post: operations["corpus.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an operator sees first: cards, what needs a person, what runs, recent events. */
        get: operations["overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/overview/past": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The plane as it was at a moment: lanes, what ran and waited, workers, alerts, events. */
        get: operations["overview.past"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queue items, best candidate first. */
        get: operations["queue.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs, newest change first. */
        get: operations["runs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run with its project, papers and events. */
        get: operations["runs.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One project with its queue item, runs, papers, events and worker observations. */
        get: operations["projects.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Papers, newest change first. */
        get: operations["papers.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/papers/{paper_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One paper with its project, run, publication automation and events. */
        get: operations["papers.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit log, newest first. */
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One audit event. */
        get: operations["events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/event-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which log it is, and whether anything is known to be gone from it. */
        get: operations["event_log.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/event-log/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Moves old events into the archive, or says what is archived and what would be. */
        post: operations["event_log.archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/event-log/acknowledge-loss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An operator knows what is gone from the log; readiness says no more of it. */
        post: operations["event_log.acknowledge_loss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/automation-readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** READY or BLOCKED, with every check, the first that is not ok, and what would mend each. */
        get: operations["automation_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alerts with their state and incident, newest change first, and when they were evaluated. */
        get: operations["alerts.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/incidents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Incidents, newest change first: what was said of them, and whether it arrived. */
        get: operations["incidents.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/incidents/{incident_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One incident with its alerts, its messages and its events. */
        get: operations["incidents.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/alerts/queue-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Looks for stale items, lost workers, refused callbacks, failing dispatches and failed readiness; raises and resolves alerts. */
        post: operations["alerts.queue_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was told over which channel, with its receipt or why there is none. */
        get: operations["notifications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/notifications/{notification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One message over one channel, whole. */
        get: operations["notifications.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/alerts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a test message over the channels by the way of every message, and waits a while for the receipts. */
        post: operations["alerts.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The budgets, and what is spent and left of them: runs under way, a project, the day. */
        get: operations["budgets.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What ran, was decided, written and mended since a moment, and how workers were used. */
        get: operations["report.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every setting with its value, where that comes from, and what it means; no secrets. */
        get: operations["settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/research-quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Items with what speaks against their research: missing thresholds, thin evidence, duplicates; and admission of queued ones. */
        get: operations["research.quality"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/research/quality": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Items with what speaks against their research: missing thresholds, thin evidence, duplicates; and admission of queued ones. */
        get: operations["research.quality_alias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/source-lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects, oldest first, with source, parents, follow-ups, duplicates and orphans; or one of them. */
        get: operations["research.lineage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/research/lineage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Projects, oldest first, with source, parents, follow-ups, duplicates and orphans; or one of them. */
        get: operations["research.lineage_alias"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/research/candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Queued items in the order of dispatch, each with what would stop it. */
        get: operations["research.candidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/followups/launch-next": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Queues one bounded follow-up of a completed run that made no paper, or says which it would be. */
        post: operations["followups.launch_next"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Telemetry of a run and its machine over time, from the run’s worker. */
        get: operations["runs.telemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}/idle-reckoning": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** When a run would have ended by another idle profile or quiet time; a reckoning over its worker’s history. */
        get: operations["runs.idle_reckoning"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A piece of the log of a run, from the run’s worker; waits for more when asked to. */
        get: operations["runs.log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live processes of a run, from its worker, each with why it would not be ended. */
        get: operations["runs.processes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/runs/{run_id}/processes/{pid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends one process that a run has left behind: exactly the one that was seen, or none. */
        post: operations["runs.end_process"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live feed, a WebSocket: committed events, changes of entities and telemetry as they come. A plain request is answered 426. */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This reference as an OpenAPI 3.1 document. */
        get: operations["openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/queues/{queue}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One group of the queue.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["queues.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/papers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The paper queue.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["papers.older_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log by page number, newest first.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["events.older_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One project with its queue item, all its runs and papers (at most 500), events and worker observations.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["projects.older_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The full dashboard snapshot in one reply; prefer the overview and the lists.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["dashboard.legacy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/export/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue as a snapshot that the core sub-service of another service takes as it is. */
        get: operations["export.snapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/intake/legacy-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the legacy notes intake last brought, what is queued, and why ideas were left out.
         * @deprecated
         * @description Kept for older clients.
         */
        get: operations["intake.legacy_notes"];
        put?: never;
        /**
         * Takes in ideas as /control/api/intake/ideas does, where it is switched on; else 410.
         * @deprecated
         * @description Kept for older clients.
         */
        post: operations["intake.legacy_notes_post"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/legacy/event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Removed; always answers 410.
         * @deprecated
         * @description Kept for older clients.
         */
        post: operations["legacy.event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/observability/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many requests each route answered, and how long they took. */
        get: operations["observability.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/observability/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Resident memory of this process, and whether it is more than it should be. */
        get: operations["observability.memory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics of this process in the Prometheus text format. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orrery-core/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Says that the core sub-service answers, and in which mode. */
        get: operations["core.health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orrery-core/snapshots/legacy-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Records a snapshot of a queue, from any compatible source; in mode `enforce` applies what differs and may. */
        post: operations["core.snapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orrery-core/projections/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queue as the newest snapshot shows it, and where it differed from the live queue. */
        get: operations["core.projection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/orrery-core/divergences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The divergence ledger: in what the last compared snapshot differed, and what became of it. */
        get: operations["core.divergences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/prepare-project": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Writes the prompt and metadata of a run into its project folder. */
        post: operations["gate.prepare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a run, at most once per run id. */
        post: operations["gate.dispatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs of this worker, newest first. */
        get: operations["gate.runs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One run: state, process tree, quiet window, samples, end of its log. */
        get: operations["gate.run"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a run with everything it started; an unknown run id is called off for good. */
        post: operations["gate.stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A piece of the log of a run, from an offset in bytes (negative: from the end); may wait for more. */
        get: operations["gate.log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest telemetry sample. */
        get: operations["gate.telemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-evidence/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which evidence files a project has, with size and hash. */
        get: operations["gate.evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/project-evidence/{project_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Contents of up to twenty evidence files. */
        post: operations["gate.evidence_read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/processes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The live processes of a run, the oldest first, each with why it would not be ended. */
        get: operations["gate.processes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/processes/{pid}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends one process that a run has left behind: exactly the one that was seen, or none. */
        post: operations["gate.end_process"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Runs with a callback that the control plane has not taken yet, oldest first. */
        get: operations["gate.callbacks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Posts every callback that is parked or waits for its next attempt now. */
        post: operations["gate.callbacks_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/callbacks/{run_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Posts the first callback of one run now; its others follow in order. */
        post: operations["gate.callback_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/runs/{run_id}/telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Live samples of a run after a number, with the idle window; waits for the next one. */
        get: operations["gate.run_telemetry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/telemetry/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Telemetry of the past in buckets, of the machine and of one run. */
        get: operations["gate.telemetry_history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is out of service: totals, the check of all stored actors, the first entries. */
        get: operations["gate.bench.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/actors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Actors out of service by kind and id, with event, reason and since when. */
        get: operations["gate.bench.actors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/actors/{kind}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One actor out of service: whole, what waits for it, whether it would fail again. */
        get: operations["gate.bench.actor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/dead-letters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages that no actor could handle, newest first. */
        get: operations["gate.bench.dead_letters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/dead-letters/{sequence}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One dead letter, whole. */
        get: operations["gate.bench.dead_letter"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/actors/{kind}/{id}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an event would do to an actor as it is stored; nothing is committed. */
        post: operations["gate.bench.try_actor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/dead-letters/{sequence}/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What a dead letter, or another event in its place, would do; nothing is committed. */
        post: operations["gate.bench.try_dead_letter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/actors/{kind}/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Puts an actor back into service, or says what that would set going. */
        post: operations["gate.bench.release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/dead-letters/{sequence}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a dead letter's event again, or another in its place, or says what it would do. */
        post: operations["gate.bench.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/bench/dead-letters/{sequence}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Removes a dead letter for good; the audit log keeps what it held. */
        post: operations["gate.bench.discard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/supervision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The supervision tree: groups and kinds with failures, and actors that persist nothing. */
        get: operations["gate.supervision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The operator dashboard. */
        get: operations["dashboard.shell"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/dashboard/offline.js": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Keeps what the dashboard is made of in the browser, for a reload without the service. */
        get: operations["dashboard.worker"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/dashboard/assets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A script or style of the dashboard, named by what it holds. */
        get: operations["dashboard.asset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the operator dashboard. */
        get: operations["dashboard.redirect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/favicon.ico": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The site icon. */
        get: operations["dashboard.favicon"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dashboard/codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Makes a code that signs one browser in within a minute (orrery dashboard). */
        post: operations["dashboard.code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/control/api/v1/dashboard/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Gives the control token for a code that still counts, which then counts no more. */
        post: operations["dashboard.session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description A project that waits for a run or undergoes one. */
        QueueRow: {
            /**
             * @description Where it stands.
             * @enum {string}
             */
            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
            /** @description The project; there is one item for each. */
            project_id: string;
            /** @description Its title. */
            project_name: string;
            /** @description Folder of the project below the project root of its worker. */
            project_dir: string;
            /** @description Words of its project to find it by. Absent where it is older than they are. */
            tags?: string[];
            /** @description Lower goes first among items of the same dispatch_priority. */
            selection_rank: number;
            /** @description Lower goes first: high is 10, medium 50, low 90. */
            dispatch_priority: number;
            /** @description Whether a run that yields is continued without asking. */
            auto_continue: boolean;
            /** @description How often it was continued. */
            continue_count: number;
            /** @description How often it may be. */
            max_continues: number;
            /** @description How often a dispatch was tried again. */
            retry_count: number;
            /** @description How often it may be. */
            max_retries: number;
            /** @description What its runs are judged by; null or absent: nothing is registered before them. */
            evaluation?: {
                /** @description Name of what is measured */
                metric: string;
                /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                source?: string;
                /**
                 * @description What is taken of several values; `value` when absent: there must be one
                 * @enum {string}
                 */
                statistic?: "value" | "median" | "mean";
                /**
                 * @description How the measured value must stand to the threshold
                 * @enum {string}
                 */
                direction: "at_least" | "at_most" | "above" | "below";
                /** @description In the unit given, or in that of the file */
                threshold: number;
                /** @description Unit of the threshold; a file in another one is converted */
                unit?: string;
            } | null;
            /** @description First run that was registered with the evaluation, which stays as it is from then on. */
            evaluation_run_id?: string | null;
            /** @description Wall time that each of its runs may take, seconds; null: what the configuration says. */
            budget_wall_sec?: number | null;
            /** @description Budget for which the current run was stopped; null: for none. */
            budget_stop?: {
                /** @enum {string} */
                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                spent: number;
                limit: number;
            } | null;
            /** @description The run that it does again, and for which paper; null or absent: none. */
            replicates?: {
                paper_id: string;
                run_id: string;
                number: number;
            } | null;
            /** @description The current or last run. */
            current_run_id: string | null;
            /** @description The agent's session, which a resume goes on with. */
            current_session_id: string | null;
            /** @description URL of the worker that holds the session; a resume goes nowhere else. */
            session_lane?: string | null;
            /**
             * @description How the next dispatch starts the agent.
             * @enum {string}
             */
            next_mode: "exec" | "resume";
            /** @description What the next dispatch tells the agent, if not the prompt of the project. */
            next_prompt: string | null;
            /** @description URL of the worker it occupies while active. */
            lane: string | null;
            /** @description Job of the current or last run, where its worker is a cluster; null or absent: none was seen. */
            job?: {
                /** @description Name of the cluster among the workers. */
                worker_target: string;
                /** @description As the scheduler numbers it; null while there is none, or none is known. */
                id: string | null;
                /**
                 * @description How it stands.
                 * @enum {string}
                 */
                phase: "pending" | "running" | "unclear" | "ended";
                /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                code: string | null;
                /** @description The same in a sentence. */
                why: string;
                /** @description When the scheduler expects to start it; null: it does not say. */
                expected_at: string | null;
                /** @description Where it runs. */
                node: string | null;
                /** @description Since when it runs. */
                since: string | null;
                /**
                 * Format: date-time
                 * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                 */
                seen_at: string;
            } | null;
            /** @description Grows with every claim; a worker refuses smaller numbers for the same project. */
            fencing: number;
            /** @description Until when the claim holds without the answer of the worker. */
            lease_expires_at: string | null;
            /** @description Looks at the worker since it was last heard of. */
            reconcile_attempts: number;
            /** @description State of the current or last run; null before the first. */
            last_run_state: ("prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled") | null;
            /** @description What the worker last told of it. */
            last_event_type: string | null;
            /** @description What the state machine proposes to do next. */
            next_action_hint: string | null;
            /** @description Whether a person was asked to look. */
            manual_review_required: boolean;
            /** @description Why a person must look; null where none must. */
            blocked_reason: string | null;
            /** @description The last failure; null after a success. */
            last_error: string | null;
            /** @description What the last run came to, in words. */
            last_result_summary: string | null;
            /** @description What the agent concluded; null until it has. */
            decision: {
                /** @enum {string} */
                project_decision: "finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project";
                /** @enum {string} */
                research_outcome: "negative" | "useful_signal" | "paper_positive" | "needs_review" | "promising_if_scaled";
                /** @enum {string} */
                hypothesis_status: "supported" | "unsupported" | "mixed" | "inconclusive";
                confidence?: (number | string) | null;
                evidence_strength?: ("weak" | "moderate" | "strong") | null;
                claim_scope?: string | null;
                scale_limits?: string | null;
                summary?: string | null;
                recommended_next_action?: string | null;
                stop_reason?: string | null;
                bounded_paper_ready?: boolean | null;
                followup_recommended?: boolean | null;
                followup_type?: ("deepen" | "branch" | "retry") | null;
                followup_title?: string | null;
                followup_hypothesis?: string | null;
                followup_required_evidence?: string[] | null;
                followup_success_threshold?: string | null;
                followup_stop_condition?: string | null;
            } | null;
            /** @description What the decision gate made of the decision; null until there is one. */
            gate_verdict: {
                positive: boolean;
                field: string;
                value: string;
                reason: string;
            } | null;
            /** @description Draft made of the current run, if any. */
            paper_id: string | null;
            /** @description Worker it must run on; null: chosen by workload class. */
            machine_target: string | null;
            /**
             * @description What kind of work it is.
             * @enum {string}
             */
            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
            /** @description Model of the agent; null: the configured one. */
            model: string | null;
            /**
             * @description How long the agent is to think.
             * @enum {string}
             */
            reasoning_effort: "low" | "medium" | "high" | "xhigh";
            /** @description What the agent may touch, in its own words. */
            sandbox: string;
            /** @description When a worker last took it. */
            last_dispatch_at: string | null;
            /** @description When the worker was last heard of about it. */
            last_callback_at: string | null;
            /** @description Without contact until then the run counts as lost. */
            stale_after: string | null;
            /**
             * Format: date-time
             * @description When it entered the queue.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
            /** @description Groups of /control/api/queues/{queue} that it belongs to. */
            queue_groups: ("active" | "queued" | "blocked" | "paused" | "completed" | "all")[];
            /** @description Seconds since it was created. */
            age_seconds: number;
            /**
             * @description Where an operator looks for it.
             * @enum {string}
             */
            operator_lane: "attention" | "running" | "queued" | "paused" | "write" | "finalize" | "publish_import" | "published_imported" | "done_no_paper";
            /** @description What an operator should do next, in words. */
            operator_next_step: string;
            /** @description True when it waits for a person. */
            operator_attention: boolean;
            /** @description Budgets of the run, with what is spent of them; absent where it has none. */
            budget?: {
                /** @enum {string} */
                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                /** @description Seconds, tokens, US dollars or retries, as the name says. */
                limit: number;
                /** @description Null: no agent has reported it. */
                spent: number | null;
                /** @description Null where `spent` is; never below 0. */
                left: number | null;
                /**
                 * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                 * @enum {string}
                 */
                state: "within" | "warned" | "spent" | "unknown";
            }[];
            links: {
                self: string;
                /** @description The current run. */
                run?: string;
                /** @description The paper of the current run. */
                paper?: string;
            };
            /**
             * @description Present when a long text was cut; the address `self` has it whole.
             * @constant
             */
            truncated?: true;
        };
        /** @description Something that bears the id of the request. */
        TraceNode: components["schemas"]["TraceEvent"] | components["schemas"]["TraceEffect"] | components["schemas"]["TraceTimer"] | components["schemas"]["TraceDeadLetter"];
        /** @description An audit event; below it what it led to. */
        TraceEvent: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "event";
            event_id: number;
            event_type: string;
            entity_type: string;
            entity_id: string;
            /** @description Who asked */
            actor: string;
            /** @description The event that led to it; null when it was asked for */
            cause_id: number | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            at: string;
            /** @description What happened, in words */
            summary: string;
            children: components["schemas"]["TraceNode"][];
        };
        /** @description Something to be done that is not done yet. */
        TraceEffect: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "effect";
            entity_type: string;
            entity_id: string;
            effect_id: string;
            /** @description `tell` is a message to another actor */
            name: string;
            /** @description Failed so far */
            attempts: number;
            /** @description When it is tried again; null: as soon as it can be */
            not_before: string | null;
            last_error: string | null;
        };
        /** @description A timer that has not fallen due. */
        TraceTimer: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "timer";
            entity_type: string;
            entity_id: string;
            timer: string;
            /** @description Name of the message to the actor */
            event: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            due_at: string;
        };
        /** @description A message that its actor could not handle. */
        TraceDeadLetter: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "dead_letter";
            entity_type: string;
            entity_id: string;
            sequence: number;
            /** @description Name of the message to the actor */
            event: string;
            reason: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            at: string;
        };
        /** @description A research idea and what is told to the agent. */
        ProjectRow: {
            /**
             * @description Always `recorded`.
             * @enum {string}
             */
            status: "new" | "recorded";
            /** @description Its id. */
            project_id: string;
            /** @description Its title. */
            project_name: string;
            /** @description Its folder below the project root of a worker. */
            project_dir: string;
            /** @description What the agent is told. */
            prompt: string;
            /** @description What is to be tested. */
            hypothesis: string | null;
            /** @description What its runs are judged by; null or absent: nothing was said. */
            evaluation?: {
                /** @description Name of what is measured */
                metric: string;
                /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                source?: string;
                /**
                 * @description What is taken of several values; `value` when absent: there must be one
                 * @enum {string}
                 */
                statistic?: "value" | "median" | "mean";
                /**
                 * @description How the measured value must stand to the threshold
                 * @enum {string}
                 */
                direction: "at_least" | "at_most" | "above" | "below";
                /** @description In the unit given, or in that of the file */
                threshold: number;
                /** @description Unit of the threshold; a file in another one is converted */
                unit?: string;
            } | null;
            /** @description Where the idea came from. */
            source_kind: string;
            /** @description Its name or address there. */
            source_ref: string | null;
            /** @description The project that it follows up. */
            parent_project_id: string | null;
            /** @description Number of ancestors: 0 for an idea of its own. */
            lineage_depth: number;
            /** @description Words to find it by. */
            tags: string[];
            /**
             * Format: date-time
             * @description When it was taken in.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
            links: {
                self: string;
            };
            /**
             * @description Present when a long text was cut; the address `self` has it whole.
             * @constant
             */
            truncated?: true;
        };
        /** @description An element of a paper with what it holds. */
        PaperElement: {
            /** @enum {string} */
            tag: "section" | "h3" | "h4" | "h5" | "p" | "ul" | "li" | "em" | "strong" | "code" | "a" | "figure" | "figcaption" | "div" | "table" | "caption" | "thead" | "tbody" | "tr" | "th" | "td" | "svg" | "rect" | "path" | "circle" | "text";
            /** @description Of a closed list: none that loads, leads, runs or styles. */
            attributes?: {
                [key: string]: string;
            };
            /** @description Whose number or id it shows. */
            claim?: string;
            /** @description What that claim is of, and where it was read. */
            evidence?: string;
            /** @description Of paper.md, which says the same there. */
            line?: number;
            children: (string | components["schemas"]["PaperElement"])[];
        };
        /** @description A paper in publication automation. */
        PaperReviewRow: {
            /** @description The paper. */
            paper_id: string;
            /** @description The project it is about. */
            project_id: string;
            /** @description The run whose evidence it is made of. */
            run_id: string;
            /** @description Title of the paper. */
            title: string | null;
            /**
             * @description Where the paper itself stands.
             * @enum {string}
             */
            paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
            /** @description Sum of the points of rank_reasons; higher is finalized first. */
            rank_score: number;
            /** @description The terms of rank_score; absent when include_rank_reasons is false. */
            rank_reasons?: {
                term: string;
                points: number;
                reason: string;
            }[];
            /** @description What was decided of each item, and by whom. */
            checklist: {
                /** @enum {string} */
                item_id: "artifact_readability" | "title_abstract_quality" | "claim_evidence_alignment" | "novelty_significance" | "reproducibility" | "limitations_ethics" | "formatting_quality" | "target_venue_fit" | "final_approval";
                /** @enum {string} */
                status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                required: boolean;
                evaluated_by: string | null;
                finding: string | null;
                note: string | null;
                updated_at: string | null;
            }[];
            /** @description Null until it was evaluated: unknown is not a pass. */
            lint_passes: boolean | null;
            /** @description Findings of the last lint. */
            lint_finding_count: number | null;
            /** @description Verdict of the last strict audit; null until there was one. */
            audit_verdict: ("strict_pass" | "blocked_empty_claims" | "blocked_missing_result_files" | "blocked_schema_or_evidence_gap") | null;
            /** @description The gate for which it was sent to a person by itself; null or absent: it was not, or passes now. */
            gate_obstacle?: string | null;
            /** @description When lint and audit last ran. */
            evaluated_at: string | null;
            /** @description Files that are not what they were when the paper was written, in words; null or absent: none is known. */
            drift?: string | null;
            /** @description When that was first seen; null where `drift` is. */
            drift_since?: string | null;
            /** @description Whether somebody approved it. */
            ready_for_finalization: boolean;
            /** @description Why it is blocked; null when it is not. */
            blocker: string | null;
            /** @description What a person noted. */
            note: string | null;
            /** @description Who works on it. */
            claimed_by: string | null;
            /** @description Folder of the finalization package below the artefact root. */
            package_dir: string | null;
            /** @description The same as one file. */
            package_archive: string | null;
            /** @description SHA-256 of that file. */
            package_sha256: string | null;
            /** @description Why the last package failed; null when it did not. */
            last_error: string | null;
            /** @description When its package was made. */
            finalized_at: string | null;
            /**
             * Format: date-time
             * @description When the paper entered publication automation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @enum {string} */
            review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
            package_in_progress: boolean;
            version: number;
            age_seconds: number;
            links: {
                self: string;
                paper: string;
                project: string;
                run: string;
            };
        };
        /** @description An AI-generated paper about one run. */
        PaperRow: {
            /** @description Its id. */
            paper_id: string;
            /** @description The project it is about. */
            project_id: string;
            /** @description The run whose evidence it is made of. */
            run_id: string;
            /** @description Words of its project to find it by. Absent where it is older than they are. */
            tags?: string[];
            /** @description Its title; null before the first draft. */
            title: string | null;
            /** @description Below the artefact root, like the other paths. */
            draft_markdown_path: string | null;
            /** @description The same text for LaTeX. */
            draft_latex_path: string | null;
            /** @description What it is made of. */
            evidence_bundle_path: string | null;
            /** @description Which number comes from where. */
            claim_ledger_path: string | null;
            /** @description Its files with their hashes. */
            manifest_path: string | null;
            /** @description SHA-256 of each text as it was written, by file name; packaging and import refuse others. Absent in papers from before it was kept. */
            artifact_sha256?: {
                [key: string]: string;
            };
            /** @description What the agent concluded, when it was drafted. */
            decision: {
                /** @enum {string} */
                project_decision: "finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project";
                /** @enum {string} */
                research_outcome: "negative" | "useful_signal" | "paper_positive" | "needs_review" | "promising_if_scaled";
                /** @enum {string} */
                hypothesis_status: "supported" | "unsupported" | "mixed" | "inconclusive";
                confidence?: (number | string) | null;
                evidence_strength?: ("weak" | "moderate" | "strong") | null;
                claim_scope?: string | null;
                scale_limits?: string | null;
                summary?: string | null;
                recommended_next_action?: string | null;
                stop_reason?: string | null;
                bounded_paper_ready?: boolean | null;
                followup_recommended?: boolean | null;
                followup_type?: ("deepen" | "branch" | "retry") | null;
                followup_title?: string | null;
                followup_hypothesis?: string | null;
                followup_required_evidence?: string[] | null;
                followup_success_threshold?: string | null;
                followup_stop_condition?: string | null;
            } | null;
            /** @description Why the last draft or rewrite failed; null when it did not. */
            last_error: string | null;
            /** @description Who wants it written no further, and why, while it is being written; null or absent: nobody. */
            cancel_requested?: string | null;
            /** @description How often it was rewritten from its evidence. */
            rewrite_count: number;
            /** @description When its present text was written. */
            generated_at: string | null;
            /**
             * Format: date-time
             * @description When the first draft was asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            paper_status: "new" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
            /** @description Grows by one with every change of this entity. */
            version: number;
            /** @description Seconds since it was created. */
            age_seconds: number;
            links: {
                self: string;
                run: string;
                project: string;
            };
            /**
             * @description Present when a long text was cut; the address `self` has it whole.
             * @constant
             */
            truncated?: true;
        };
        /** @description A paper in the corpus-import ledger. */
        CorpusEntry: {
            /**
             * @description How far its import is.
             * @enum {string}
             */
            status: "new" | "importing" | "imported" | "failed" | "removing" | "removed";
            /** @description The paper. */
            paper_id: string;
            /** @description What the corpus calls it. */
            public_id: string | null;
            /** @description Title of the paper. */
            title: string | null;
            /** @description Fingerprint of its results, claims and idea: equal for papers that say the same. */
            source_record_fingerprint: string | null;
            /** @description Paper of the corpus that said the same when this one was imported beside it; null: none. */
            duplicate_of?: string | null;
            /** @description SHA-256 of the package's manifest. */
            manifest_sha256: string | null;
            /** @description When it was imported. */
            imported_at: string | null;
            /** @description What the lint said at the import. */
            lint: string | null;
            /** @description What the audit said at the import. */
            audit: string | null;
            /** @description Whether the index of the corpus has it. */
            index: string | null;
            /** @description Files of its folder that are not as they were imported, in words; null or absent: none is known. */
            drift?: string | null;
            /** @description When that was first seen; null where `drift` is. */
            drift_since?: string | null;
            /** @description When it was taken out of the corpus; null: it was not. */
            removed_at?: string | null;
            /** @description Who took it out. */
            removed_by?: string | null;
            /** @description Why it was taken out. */
            removal_reason?: string | null;
            /** @description What the corpus called it before it was removed; none of these is given again. */
            former_public_ids?: string[];
            /** @description Why the last import or removal failed; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the import was first asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
        };
        /** @description A rewrite batch in a list: how far it is. */
        RewriteBatchRow: {
            /** @enum {string} */
            status: "running" | "canceling" | "done" | "canceled";
            batch_id: string;
            requested_by: string;
            force: boolean;
            canceled_by: string | null;
            note: string | null;
            ended_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            updated_at: string;
            progress: {
                total: number;
                rewritten: number;
                skipped: number;
                failed: number;
                /** @description Not come to so far, or left alone by a cancel. */
                left: number;
                /** @description The paper that is being rewritten. */
                current_paper_id: string | null;
            };
            /** @description Where it is read, paper by paper; with `/cancel` behind it, canceled. */
            path: string;
        };
        /** @description A rewrite batch, paper by paper. */
        RewriteBatch: {
            /** @constant */
            ok: true;
            /** @enum {string} */
            status: "running" | "canceling" | "done" | "canceled";
            batch_id: string;
            requested_by: string;
            force: boolean;
            papers: {
                paper_id: string;
                title: string | null;
                /** @enum {string} */
                result: "waiting" | "rewritten" | "skipped" | "failed" | "left";
                code: string | null;
                detail: string | null;
                event_id: number | null;
            }[];
            canceled_by: string | null;
            note: string | null;
            ended_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            updated_at: string;
            progress: {
                total: number;
                rewritten: number;
                skipped: number;
                failed: number;
                /** @description Not come to so far, or left alone by a cancel. */
                left: number;
                /** @description The paper that is being rewritten. */
                current_paper_id: string | null;
            };
            path: string;
        };
        /** @description A paper in the corpus-import ledger, in a list. */
        CorpusLedgerRow: {
            /**
             * @description How far its import is.
             * @enum {string}
             */
            status: "new" | "importing" | "imported" | "failed" | "removing" | "removed";
            /** @description The paper. */
            paper_id: string;
            /** @description What the corpus calls it. */
            public_id: string | null;
            /** @description Title of the paper. */
            title: string | null;
            /** @description Fingerprint of its results, claims and idea: equal for papers that say the same. */
            source_record_fingerprint: string | null;
            /** @description Paper of the corpus that said the same when this one was imported beside it; null: none. */
            duplicate_of?: string | null;
            /** @description SHA-256 of the package's manifest. */
            manifest_sha256: string | null;
            /** @description When it was imported. */
            imported_at: string | null;
            /** @description What the lint said at the import. */
            lint: string | null;
            /** @description What the audit said at the import. */
            audit: string | null;
            /** @description Whether the index of the corpus has it. */
            index: string | null;
            /** @description Files of its folder that are not as they were imported, in words; null or absent: none is known. */
            drift?: string | null;
            /** @description When that was first seen; null where `drift` is. */
            drift_since?: string | null;
            /** @description When it was taken out of the corpus; null: it was not. */
            removed_at?: string | null;
            /** @description Who took it out. */
            removed_by?: string | null;
            /** @description Why it was taken out. */
            removal_reason?: string | null;
            /** @description What the corpus called it before it was removed; none of these is given again. */
            former_public_ids?: string[];
            /** @description Why the last import or removal failed; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the import was first asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
            links: {
                paper: string;
            };
        };
        /** @description One cause why the service must not be left alone. */
        Reason: {
            /** @enum {string} */
            code: "store_writable" | "disk_free" | "connections_accepted" | "queue_not_paused" | "maintenance_off" | "worker_preflight" | "planes_alike" | "outbox_moving" | "actors_in_service" | "no_dead_letters" | "actors_restored" | "counts_consistent" | "no_blocked_items" | "paper_writer_configured" | "corpus_state_explicit" | "papers_unchanged" | "event_chain_verified" | "event_log_whole" | "idea_folder_read" | "backup_recent" | "alerts_evaluated" | "alert_channels" | "heartbeat" | "live_dispatch_enabled" | "pump" | "stale_item" | "hanging_item" | "worker_unreachable" | "callback_undeliverable" | "worker_telemetry_stale" | "worker_out_of_service" | "dispatch_errors" | "papers_wait" | "budget_warned" | "budget_spent" | "worker_trouble" | "worker_unknown" | "items_wait" | "unrouted" | "drafts_held" | "nothing_automatic" | "nothing_starts";
            /** @enum {string} */
            severity: "info" | "warn" | "critical";
            /** @description A worker, an item, a paper; null: the service. */
            subject: string | null;
            title: string;
            detail: string;
            /** @description Null where nobody knows. */
            since: string | null;
            /** @description False where it is not known to be wrong, but not known to be well either. */
            known: boolean;
            /** @description Null where nothing waits for it. */
            holds_up: {
                /** @description Queue items, running ones included. */
                items: number;
                papers: number;
                /** @description The queue is longer than was looked at. */
                at_least: boolean;
                /** @description Ids of the first of them. */
                examples: string[];
            } | null;
            act: components["schemas"]["Act"];
        };
        /** @description The smallest act that ends a reason. */
        Act: {
            /** @description A stable word for programs, such as `resume_queue`. */
            verb: string;
            /** @description The same for people: what is to be done. */
            label: string;
            /** @description What `request` does, in a word for its button; null where there is none. */
            button: string | null;
            /** @description What it is done to; null: the service as a whole. */
            target: string | null;
            /** @description What follows from it, as a sentence. */
            consequence: string;
            /** @description The request that does it, or draws up the plan that does it to many items; null where it is done elsewhere. */
            request: {
                /** @constant */
                method: "POST";
                path: string;
                body: {
                    [key: string]: unknown;
                };
            } | null;
        };
        /** @description What nobody would hear of, or keep. */
        Caution: {
            /** @enum {string} */
            code: "stands_by" | "no_channel" | "alerts_by_hand" | "no_heartbeat" | "no_backup";
            /** @description Goes on after "You can leave it alone, but". */
            words: string;
            /** @description What would change it. */
            remedy: string;
            /** @description The check of readiness that passes only because nothing is set up that it could check. */
            check: ("store_writable" | "disk_free" | "connections_accepted" | "queue_not_paused" | "maintenance_off" | "worker_preflight" | "planes_alike" | "outbox_moving" | "actors_in_service" | "no_dead_letters" | "actors_restored" | "counts_consistent" | "no_blocked_items" | "paper_writer_configured" | "corpus_state_explicit" | "papers_unchanged" | "event_chain_verified" | "event_log_whole" | "idea_folder_read" | "backup_recent" | "alerts_evaluated" | "alert_channels" | "heartbeat" | "live_dispatch_enabled" | "pump") | null;
        };
        /** @description A forecast, not a promise. */
        Forecast: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            until: string;
            hours: number;
            /** @description What runs or is queued now, as far as was looked at. */
            items: number;
            /** @description The queue is longer than was looked at. */
            at_least: boolean;
            /** @description Of these, how many will be over by then; null where nobody knows. */
            will_have_run: number | null;
            /** @description Those that will not even begin, by what keeps them. */
            waits: {
                reason: string;
                items: number;
            }[];
            basis: {
                /** @description Past runs that it rests on. */
                runs: number;
                median_seconds: number | null;
            };
            sentence: string;
        };
        /** @description Number of items in each lane of the dashboard. */
        OperatorCounts: {
            /** @description Blocked, failed or flagged: a person must look. */
            attention: number;
            running: number;
            queued: number;
            paused: number;
            /** @description Completed with a positive decision, without a paper. */
            write: number;
            /** @description Drafted; the finalization package is not prepared. */
            finalize: number;
            /** @description Finalized, not in the corpus. */
            publish: number;
            imported: number;
            /** @description Over, and no paper is called for, or it was turned down. */
            done_no_paper: number;
        };
        /** @description Number of items along the way to publication. */
        PipelineCounts: {
            /** @description Completed, positive and without a paper: work to do. */
            write_needed: number;
            /** @description Completed without a paper, in all. */
            raw_completed_no_paper_candidates: number;
            /** @description Of those, where no paper is called for. */
            not_writable_by_decision_gate: number;
            publish_ready: number;
            published_imported: number;
        };
        /** @description The plane as it was after one event. */
        PastOverview: {
            /** @constant */
            ok: true;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            generated_at: string;
            /** @description What answered: `log`. */
            source: string;
            as_of: {
                /** @description Last event that counts */
                event_id: number;
                /**
                 * Format: date-time
                 * @description When it was written
                 */
                at: string;
            };
            operator_counts: components["schemas"]["OperatorCounts"];
            operator_detail_counts: {
                queue: {
                    [key: string]: number;
                };
                papers: {
                    [key: string]: number;
                };
                reviews: {
                    [key: string]: number;
                };
                queue_total: number;
            };
            control: {
                /** @enum {string} */
                status: "open" | "paused" | "maintenance";
                reason: string | null;
                changed_by: string | null;
            };
            pump: {
                /** @enum {string} */
                status: "off" | "waiting" | "backing_off" | "stepping";
                enabled: boolean;
                changed_by: string | null;
                changed_at: string | null;
            };
            /** @description The first 20 that needed a person. */
            top_items: {
                project_id: string;
                project_name: string;
                /** @enum {string} */
                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                /** @enum {string} */
                operator_lane: "attention" | "running" | "queued" | "paused" | "write" | "finalize" | "publish_import" | "published_imported" | "done_no_paper";
                reason: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                since: string;
            }[];
            /** @description The first 50 that ran. */
            active: {
                project_id: string;
                project_name: string;
                run_id: string | null;
                /** @enum {string} */
                status: "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling";
                worker_target: string | null;
                started_at: string | null;
                /** @description Seconds since the start; null when that is unknown. */
                age_seconds: number | null;
                /** @description What the worker gate last said of the run. */
                gate_state: string | null;
                /** @description Of what the worker said. */
                freshness: {
                    /** @enum {string} */
                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                    authority: string;
                    /** @description Null when it was never observed. */
                    observed_at: string | null;
                    /** @description Null for what does not grow stale with time. */
                    ttl_seconds: number | null;
                    fresh_until: string | null;
                    stale: boolean;
                    /** @enum {string} */
                    status: "ok" | "stale" | "unknown" | "failed";
                    detail: string;
                };
            }[];
            workers: {
                target: string;
                /** @enum {string} */
                status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                /** @description Why it was not healthy. */
                reason: string | null;
                /** @description Since when it was so; null when that was not kept. */
                since: string | null;
                /** @description Last preflight; null when there was none. */
                observed_at: string | null;
                /** @description How old that was then. */
                freshness: {
                    /** @enum {string} */
                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                    authority: string;
                    /** @description Null when it was never observed. */
                    observed_at: string | null;
                    /** @description Null for what does not grow stale with time. */
                    ttl_seconds: number | null;
                    fresh_until: string | null;
                    stale: boolean;
                    /** @enum {string} */
                    status: "ok" | "stale" | "unknown" | "failed";
                    detail: string;
                };
            }[];
            /** @description The first 50 that stood. */
            alerts: {
                alert_id: string;
                /** @enum {string} */
                status: "pending" | "firing" | "suppressed";
                /** @enum {string} */
                severity: "info" | "warn" | "critical";
                subject: string;
                message: string;
                since: string | null;
            }[];
            /** @description The last ones up to then, newest first. */
            recent_events: {
                event_id: number;
                event_type: string;
                entity_type: string;
                entity_id: string;
                actor: string;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                created_at: string;
                /** @description The payload in a few words; may be empty. */
                summary: string;
            }[];
        };
        /** @description One execution of a project on a worker. */
        RunRow: {
            /** @description Its id. */
            run_id: string;
            /** @description What is run. */
            project_id: string;
            /** @description Title of the project at its claim; absent where the run is older than this member. */
            project_name?: string;
            /** @description Words of its project to find it by. Absent where it is older than they are. */
            tags?: string[];
            /** @description Number of the attempt within the project, from 1. */
            attempt: number;
            /** @description What it is judged by, as event `run.registered` held it before its worker heard of it; null or absent: nothing. */
            registration?: {
                evaluation: {
                    /** @description Name of what is measured */
                    metric: string;
                    /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                    source?: string;
                    /**
                     * @description What is taken of several values; `value` when absent: there must be one
                     * @enum {string}
                     */
                    statistic?: "value" | "median" | "mean";
                    /**
                     * @description How the measured value must stand to the threshold
                     * @enum {string}
                     */
                    direction: "at_least" | "at_most" | "above" | "below";
                    /** @description In the unit given, or in that of the file */
                    threshold: number;
                    /** @description Unit of the threshold; a file in another one is converted */
                    unit?: string;
                };
                sha256: string;
            } | null;
            /** @description The run whose experiment it does again; null or absent: none. */
            replicates?: string | null;
            /** @description The agent's session. */
            session_id: string | null;
            /**
             * @description How the agent was started.
             * @enum {string}
             */
            dispatch_mode: "exec" | "resume";
            /** @description Name of the worker; null before it was chosen. */
            worker_target: string | null;
            /**
             * @description What kind of work it is, which chooses the idle profile.
             * @enum {string}
             */
            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
            /** @description When the worker started it. */
            started_at: string | null;
            /** @description When it was over. */
            ended_at: string | null;
            /** @description Seconds from its claim until it was over or asked its question; null while it goes on. */
            wall_sec?: number | null;
            /** @description What its agent last reported to have used, and when that was heard; null: nothing. */
            usage?: {
                /** @description Tokens; null: not reported. */
                tokens: number | null;
                /** @description US dollars; null: not reported. */
                cost_usd: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                reported_at: string;
            } | null;
            /** @description When the worker was last heard of about it. */
            last_callback_at: string | null;
            /** @description What the worker gate last said of it. */
            gate_state: string | null;
            /** @description What the agent last said it was doing. */
            current_activity: string | null;
            /** @description Receipt of the idle gate as it came with the callback. */
            idle_verdict: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description Of the agent; null while it runs or when it is not known. */
            exit_code: number | null;
            /** @description Why it failed; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When it was claimed for a worker.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            state: "new" | "prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled";
            /** @description Grows by one with every change of this entity. */
            version: number;
            /** @description Seconds since it was created. */
            age_seconds: number;
            /** @description Of what the worker said: gate_state, current_activity. */
            freshness: {
                /** @enum {string} */
                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                authority: string;
                /** @description Null when it was never observed. */
                observed_at: string | null;
                /** @description Null for what does not grow stale with time. */
                ttl_seconds: number | null;
                fresh_until: string | null;
                stale: boolean;
                /** @enum {string} */
                status: "ok" | "stale" | "unknown" | "failed";
                detail: string;
            };
            /** @description Budgets of the run, with what is spent of them; absent where it has none. */
            budget?: {
                /** @enum {string} */
                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                /** @description Seconds, tokens, US dollars or retries, as the name says. */
                limit: number;
                /** @description Null: no agent has reported it. */
                spent: number | null;
                /** @description Null where `spent` is; never below 0. */
                left: number | null;
                /**
                 * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                 * @enum {string}
                 */
                state: "within" | "warned" | "spent" | "unknown";
            }[];
            links: {
                self: string;
                project: string;
            };
            /**
             * @description Present when a long text was cut; the address `self` has it whole.
             * @constant
             */
            truncated?: true;
        };
        /** @description An entry of the audit log as lists show it. */
        EventRow: {
            /** @description Without gaps, from 1. */
            event_id: number;
            event_type: string;
            entity_type: string;
            entity_id: string;
            /** @description What happened; `change.set` holds the members of the entity that changed. */
            payload: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            idempotency_key: string | null;
            /** @description Who asked for it, or the part of the service that did it. */
            actor: string;
            /** @description Event that led to this one; null when none did. */
            cause_id: number | null;
            /** @description The same for everything that one request led to. */
            correlation_id: string;
            /** @description Hash of the event before. */
            prev_hash: string;
            /** @description SHA-256 of prev_hash and the canonical JSON of the event. */
            hash: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            created_at: string;
            /** @description Size of the whole payload; present when a long text of it was cut. */
            payload_bytes?: number;
            /** @description What happened in words, the same as on the live feed; may be empty. */
            summary: string;
            /**
             * @description Present when a long text of the payload was cut; the event itself has it whole.
             * @constant
             */
            payload_truncated?: true;
        };
        /** @description What is known of one worker, and since when. */
        WorkerObservation: {
            /**
             * @description How it is.
             * @enum {string}
             */
            status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
            /** @description Name of the worker in the configuration. */
            target: string;
            /** @description Where it is looked for. */
            url: string;
            /** @description Why it is not healthy. */
            reason: string | null;
            /** @description Failed looks since the last good one. */
            consecutive_failures: number;
            /** @description When the present status began; absent in a state from before it was kept. */
            since?: string | null;
            /** @description When a preflight last passed; absent in a state from before it was kept. */
            last_success_at?: string | null;
            /** @description The last preflight reply. */
            observation: {
                [key: string]: components["schemas"]["JsonValue"];
            } | null;
            /** @description When that was; null when it was never checked. */
            observed_at: string | null;
            /**
             * Format: date-time
             * @description When it was first looked at.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When this last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
            freshness: {
                /** @enum {string} */
                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                authority: string;
                /** @description Null when it was never observed. */
                observed_at: string | null;
                /** @description Null for what does not grow stale with time. */
                ttl_seconds: number | null;
                fresh_until: string | null;
                stale: boolean;
                /** @enum {string} */
                status: "ok" | "stale" | "unknown" | "failed";
                detail: string;
            };
        };
        /** @description Publication automation of one paper. */
        ReviewRecord: {
            /** @description The paper. */
            paper_id: string;
            /** @description The project it is about. */
            project_id: string;
            /** @description The run whose evidence it is made of. */
            run_id: string;
            /** @description Title of the paper. */
            title: string | null;
            /**
             * @description Where the paper itself stands.
             * @enum {string}
             */
            paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
            /** @description Sum of the points of rank_reasons; higher is finalized first. */
            rank_score: number;
            /** @description The terms of rank_score. */
            rank_reasons: {
                term: string;
                points: number;
                reason: string;
            }[];
            /** @description What was decided of each item, and by whom. */
            checklist: {
                /** @enum {string} */
                item_id: "artifact_readability" | "title_abstract_quality" | "claim_evidence_alignment" | "novelty_significance" | "reproducibility" | "limitations_ethics" | "formatting_quality" | "target_venue_fit" | "final_approval";
                /** @enum {string} */
                status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                required: boolean;
                evaluated_by: string | null;
                finding: string | null;
                note: string | null;
                updated_at: string | null;
            }[];
            /** @description Null until it was evaluated: unknown is not a pass. */
            lint_passes: boolean | null;
            /** @description Findings of the last lint. */
            lint_finding_count: number | null;
            /** @description Verdict of the last strict audit; null until there was one. */
            audit_verdict: ("strict_pass" | "blocked_empty_claims" | "blocked_missing_result_files" | "blocked_schema_or_evidence_gap") | null;
            /** @description The gate for which it was sent to a person by itself; null or absent: it was not, or passes now. */
            gate_obstacle?: string | null;
            /** @description When lint and audit last ran. */
            evaluated_at: string | null;
            /** @description Files that are not what they were when the paper was written, in words; null or absent: none is known. */
            drift?: string | null;
            /** @description When that was first seen; null where `drift` is. */
            drift_since?: string | null;
            /** @description Whether somebody approved it. */
            ready_for_finalization: boolean;
            /** @description Why it is blocked; null when it is not. */
            blocker: string | null;
            /** @description What a person noted. */
            note: string | null;
            /** @description Who works on it. */
            claimed_by: string | null;
            /** @description Folder of the finalization package below the artefact root. */
            package_dir: string | null;
            /** @description The same as one file. */
            package_archive: string | null;
            /** @description SHA-256 of that file. */
            package_sha256: string | null;
            /** @description Why the last package failed; null when it did not. */
            last_error: string | null;
            /** @description When its package was made. */
            finalized_at: string | null;
            /**
             * Format: date-time
             * @description When the paper entered publication automation.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            review_status: "new" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
            /** @description Grows by one with every change of this entity. */
            version: number;
        };
        /** @description An entry of the audit log; it never changes. */
        Event: {
            /** @description Without gaps, from 1. */
            event_id: number;
            event_type: string;
            entity_type: string;
            entity_id: string;
            /** @description What happened; `change.set` holds the members of the entity that changed. */
            payload: {
                [key: string]: components["schemas"]["JsonValue"];
            };
            idempotency_key: string | null;
            /** @description Who asked for it, or the part of the service that did it. */
            actor: string;
            /** @description Event that led to this one; null when none did. */
            cause_id: number | null;
            /** @description The same for everything that one request led to. */
            correlation_id: string;
            /** @description Hash of the event before. */
            prev_hash: string;
            /** @description SHA-256 of prev_hash and the canonical JSON of the event. */
            hash: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC.
             */
            created_at: string;
        };
        /** @description One thing that may be wrong. */
        AlertRow: {
            /**
             * @description pending: found, but not for long enough yet; suppressed: another alert explains it.
             * @enum {string}
             */
            status: "pending" | "firing" | "suppressed" | "resolved";
            /** @description Its id, made of the fingerprint. */
            alert_id: string;
            /** @description Kind and subject: the same trouble has the same one whenever it comes. */
            fingerprint: string;
            /** @description The rule that found it. */
            alert_kind: string;
            /** @description What it is about. */
            subject: string;
            /**
             * @description How grave it is.
             * @enum {string}
             */
            severity: "info" | "warn" | "critical";
            /** @description What is wrong. */
            message: string;
            /** @description What to do about it. */
            suggested_action: string;
            /** @description Alerts with the same key are told of in one incident. */
            group_key: string;
            /** @description Since when the trouble itself lasts; null when nobody knows. */
            since: string | null;
            /** @description When a check first found it, this time. */
            raised_at: string | null;
            /** @description When it had stood long enough; null while it has not. */
            fired_at: string | null;
            /** @description When a check no longer found it; null while it stands. */
            resolved_at: string | null;
            /** @description How often it has come. */
            raise_count: number;
            /** @description Fingerprint of the alert that explains it; null unless it is suppressed. */
            suppressed_by: string | null;
            /**
             * Format: date-time
             * @description When it was first found.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change. */
            version: number;
            /** @description The incident that tells of it; null: none does. */
            incident_id: string | null;
            /** @description What became of the last message of it over each channel. */
            deliveries: {
                sequence: number;
                channel: string;
                /** @enum {string} */
                news: "firing" | "resolved";
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                said_at: string;
                /** @enum {string} */
                state: "under_way" | "delivered" | "undeliverable";
                receipt: string | null;
                reason: string | null;
                answered_at: string | null;
            }[];
            /**
             * @description Present when a long text was cut.
             * @constant
             */
            truncated?: true;
        };
        /** @description Alerts of one cause that people are told of together. */
        IncidentRow: {
            /**
             * @description opening: members come together, nobody was told; quiet: all is over, it may come back.
             * @enum {string}
             */
            status: "opening" | "open" | "quiet" | "closed";
            /** @description Its id: of the group, with its generation. */
            incident_id: string;
            /** @description What its alerts have in common. */
            group_key: string;
            /** @description Number of this incident among those of its group, from 1. */
            generation: number;
            /**
             * @description Of the gravest member it ever had.
             * @enum {string}
             */
            severity: "info" | "warn" | "critical";
            /** @description Of the gravest member. */
            alert_kind: string;
            /** @description What it is about, in a line. */
            title: string;
            /** @description Its alerts, those that are over for a while. */
            members: {
                fingerprint: string;
                alert_kind: string;
                subject: string;
                /** @enum {string} */
                severity: "info" | "warn" | "critical";
                message: string;
                suggested_action: string;
                since: string | null;
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                joined_at: string;
                left_at: string | null;
                told: boolean;
            }[];
            /** @description Standing alerts of the group that found no place among the members. */
            left_out: number;
            /** @description Where its messages go; empty: nobody is told. */
            channels: string[];
            /** @description Messages said so far, each over every channel. */
            sequence: number;
            /** @description When it last said that something is wrong; null: never. */
            said_at: string | null;
            /** @description Channels whose service took such a message. */
            heard: string[];
            /** @description Channels over which it was said that it is over. */
            ended: string[];
            /** @description What became of its last messages. */
            deliveries: {
                sequence: number;
                channel: string;
                /** @enum {string} */
                news: "firing" | "resolved";
                /**
                 * Format: date-time
                 * @description ISO 8601 in UTC.
                 */
                said_at: string;
                /** @enum {string} */
                state: "under_way" | "delivered" | "undeliverable";
                receipt: string | null;
                reason: string | null;
                answered_at: string | null;
            }[];
            /** @description When it goes on by itself; null while it waits for alerts. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description When its first alert fired.
             */
            opened_at: string;
            /** @description When its last alert was over; null while one stands. */
            quiet_since: string | null;
            /** @description When it was over for good. */
            closed_at: string | null;
            /**
             * Format: date-time
             * @description When it was first stored.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change. */
            version: number;
            /**
             * @description Present when a long text was cut.
             * @constant
             */
            truncated?: true;
        };
        /** @description A message on its way over one channel. */
        NotificationRow: {
            /**
             * @description How far it is; delivered only with a receipt.
             * @enum {string}
             */
            status: "new" | "sending" | "waiting" | "delivered" | "undeliverable";
            /** @description The message and the channel; the service gets it with each attempt. */
            notification_id: string;
            /** @description The channel that it goes over. */
            channel: string;
            /** @description What it is about. */
            incident_id: string;
            /**
             * @description What it says of that.
             * @enum {string}
             */
            news: "firing" | "resolved" | "test";
            /**
             * @description How grave it is.
             * @enum {string}
             */
            severity: "info" | "warn" | "critical";
            /** @description Kind of the alert. */
            alert_kind: string;
            /** @description Its first line. */
            title: string;
            /** @description Attempts that have ended, whatever came of them. */
            attempts: number;
            /** @description Why the last attempt brought no receipt; null when none failed. */
            last_error: string | null;
            /** @description What the service at the other end gave for it. */
            receipt: string | null;
            /** @description When an attempt first failed. */
            first_failed_at: string | null;
            /** @description When an attempt last failed. */
            last_failed_at: string | null;
            /** @description When it is tried again; null unless it waits. */
            next_attempt_at: string | null;
            /** @description When the receipt came. */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updated_at: string;
            /** @description Grows by one with every change of this entity. */
            version: number;
            /**
             * @description Present when a long text was cut.
             * @constant
             */
            truncated?: true;
        };
        /** @description What went wrong (RFC 9457). */
        Problem: {
            /** @description A URN that ends in the code. */
            type: string;
            /** @description What the code means, in words. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description What happened here, why, and what to do about it. */
            detail: string;
            /**
             * @description Stable; what a program should look at.
             * @enum {string}
             */
            code: "unauthorized" | "origin_not_allowed" | "not_found" | "project_not_found" | "run_not_found" | "paper_not_found" | "review_not_found" | "checklist_item_not_found" | "artifact_not_found" | "event_not_found" | "trace_not_found" | "incident_not_found" | "plan_not_found" | "rewrite_batch_not_found" | "notification_not_found" | "worker_not_found" | "alert_not_found" | "actor_not_found" | "bench_entry_not_found" | "queue_item_not_found" | "method_not_allowed" | "request_timeout" | "idempotency_conflict" | "idempotency_in_flight" | "not_eligible" | "claim_lost" | "preflight_failed" | "transition_refused" | "gates_failed" | "paper_too_large" | "work_given_up" | "writing_canceled" | "duplicate_project" | "plan_outdated" | "plan_changed" | "bench_entry_changed" | "process_changed" | "process_not_permitted" | "mend_failed" | "run_conflict" | "run_fenced" | "run_lost" | "worker_busy" | "project_exists" | "core_mode_refused" | "snapshot_too_large" | "gone" | "payload_too_large" | "unsupported_media_type" | "bad_request" | "path_escape" | "target_not_allowed" | "invalid_request" | "evidence_missing" | "upgrade_required" | "too_many_requests" | "internal" | "dispatch_script_missing" | "live_dispatch_disabled" | "read_only" | "not_implemented" | "worker_unreachable" | "worker_failed" | "dispatch_script_failed" | "writer_failed" | "overloaded" | "store_unavailable" | "shutting_down" | "no_active_plane" | "dispatch_script_timeout" | "disk_full" | "disk_read_only";
            /** @description Finds the request in the log of the service. */
            request_id: string;
            /** @description Every field at fault, for 422 and some 400. */
            errors?: {
                /** @description Dotted path of the field, with indexes in brackets. */
                path: string;
                /** @description What would be right. */
                message: string;
            }[];
            /** @description Faults that are not listed. */
            errors_omitted?: number;
            /** @description Seconds to wait before trying again, as in the header Retry-After. */
            retry_after_sec?: number;
        } & {
            [key: string]: unknown;
        };
        /** @description Any JSON value. */
        JsonValue: unknown;
    };
    responses: {
        /** @description - `internal`: The service failed; the request id finds the cause in its log (may pass: try again) */
        Problem500_internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 500;
                    /** @enum {unknown} */
                    code?: "internal";
                };
            };
        };
        /**
         * @description - `overloaded`: Too much work is waiting (may pass: try again)
         *     - `store_unavailable`: The store cannot be read or written now (may pass: try again)
         *     - `shutting_down`: The service is shutting down (may pass: try again)
         */
        Problem503_overloaded_store_unavailable_shutting_down: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 503;
                    /** @enum {unknown} */
                    code?: "overloaded" | "store_unavailable" | "shutting_down";
                };
            };
        };
        /** @description - `unauthorized`: A valid bearer token is required */
        Problem401_unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 401;
                    /** @enum {unknown} */
                    code?: "unauthorized";
                };
            };
        };
        /** @description - `too_many_requests`: Too many requests (may pass: try again) */
        Problem429_too_many_requests: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 429;
                    /** @enum {unknown} */
                    code?: "too_many_requests";
                };
            };
        };
        /** @description - `bad_request`: The request cannot be understood */
        Problem400_bad_request: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    code?: "bad_request";
                };
            };
        };
        /** @description - `invalid_request`: The request does not fit its schema */
        Problem422_invalid_request: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 422;
                    /** @enum {unknown} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description - `plan_not_found`: No such plan */
        Problem404_plan_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "plan_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `claim_lost`: Another dispatch took the item or its lane (may pass: try again)
         *     - `preflight_failed`: The worker did not pass its preflight (may pass: try again)
         *     - `plan_changed`: What the dry run chose has changed since
         */
        Problem409_idempotency_conflict_claim_lost_preflight_failed_plan_changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "claim_lost" | "preflight_failed" | "plan_changed";
                };
            };
        };
        /** @description - `payload_too_large`: The body is too large */
        Problem413_payload_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 413;
                    /** @enum {unknown} */
                    code?: "payload_too_large";
                };
            };
        };
        /** @description - `unsupported_media_type`: The body must be application/json */
        Problem415_unsupported_media_type: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 415;
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /**
         * @description - `live_dispatch_disabled`: Live dispatch is switched off
         *     - `read_only`: The store is read-only
         */
        Problem501_live_dispatch_disabled_read_only: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 501;
                    /** @enum {unknown} */
                    code?: "live_dispatch_disabled" | "read_only";
                };
            };
        };
        /**
         * @description - `worker_unreachable`: The worker could not be reached (may pass: try again)
         *     - `worker_failed`: The worker refused or failed the request (may pass: try again)
         */
        Problem502_worker_unreachable_worker_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 502;
                    /** @enum {unknown} */
                    code?: "worker_unreachable" | "worker_failed";
                };
            };
        };
        /**
         * @description - `overloaded`: Too much work is waiting (may pass: try again)
         *     - `store_unavailable`: The store cannot be read or written now (may pass: try again)
         *     - `shutting_down`: The service is shutting down (may pass: try again)
         *     - `no_active_plane`: No control plane can be reached that writes just now (may pass: try again)
         */
        Problem503_overloaded_store_unavailable_shutting_down_no_active_plane: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 503;
                    /** @enum {unknown} */
                    code?: "overloaded" | "store_unavailable" | "shutting_down" | "no_active_plane";
                };
            };
        };
        /** @description - `disk_full`: A disk that would be written to has no room (may pass: try again) */
        Problem507_disk_full: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 507;
                    /** @enum {unknown} */
                    code?: "disk_full";
                };
            };
        };
        /**
         * @description - `plan_not_found`: No such plan
         *     - `queue_item_not_found`: The project is not in the queue
         */
        Problem404_plan_not_found_queue_item_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "plan_not_found" | "queue_item_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `not_eligible`: The item cannot do that now
         *     - `claim_lost`: Another dispatch took the item or its lane (may pass: try again)
         *     - `preflight_failed`: The worker did not pass its preflight (may pass: try again)
         *     - `plan_changed`: What the dry run chose has changed since
         */
        Problem409_idempotency_conflict_not_eligible_claim_lost_preflight_failed_plan_changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "not_eligible" | "claim_lost" | "preflight_failed" | "plan_changed";
                };
            };
        };
        /**
         * @description - `bad_request`: The request cannot be understood
         *     - `target_not_allowed`: Only configured workers may be addressed
         */
        Problem400_bad_request_target_not_allowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    code?: "bad_request" | "target_not_allowed";
                };
            };
        };
        /** @description - `read_only`: The store is read-only */
        Problem501_read_only: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 501;
                    /** @enum {unknown} */
                    code?: "read_only";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `transition_refused`: The current state does not allow that
         */
        Problem409_idempotency_conflict_transition_refused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "transition_refused";
                };
            };
        };
        /** @description - `idempotency_conflict`: This idempotency key was used with another payload */
        Problem409_idempotency_conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict";
                };
            };
        };
        /** @description - `queue_item_not_found`: The project is not in the queue */
        Problem404_queue_item_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "queue_item_not_found";
                };
            };
        };
        /** @description - `worker_failed`: The worker refused or failed the request (may pass: try again) */
        Problem502_worker_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 502;
                    /** @enum {unknown} */
                    code?: "worker_failed";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `transition_refused`: The current state does not allow that
         *     - `plan_outdated`: The rows of the plan have changed since it was drawn up
         */
        Problem409_idempotency_conflict_transition_refused_plan_outdated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "transition_refused" | "plan_outdated";
                };
            };
        };
        /** @description - `worker_not_found`: No worker has this name */
        Problem404_worker_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "worker_not_found";
                };
            };
        };
        /**
         * @description - `run_not_found`: No such run
         *     - `worker_not_found`: No worker has this name
         */
        Problem404_run_not_found_worker_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "run_not_found" | "worker_not_found";
                };
            };
        };
        /**
         * @description - `not_found`: There is nothing at this address
         *     - `run_not_found`: No such run
         *     - `paper_not_found`: No such paper
         *     - `incident_not_found`: No such incident
         *     - `rewrite_batch_not_found`: No such rewrite batch
         *     - `notification_not_found`: No such notification
         *     - `worker_not_found`: No worker has this name
         *     - `alert_not_found`: No such alert
         *     - `queue_item_not_found`: The project is not in the queue
         */
        Problem404_not_found_run_not_found_paper_not_found_incident_not_found_rewrite_batch_not_found_notification_not_found_worker_not_found_alert_not_found_queue_item_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "not_found" | "run_not_found" | "paper_not_found" | "incident_not_found" | "rewrite_batch_not_found" | "notification_not_found" | "worker_not_found" | "alert_not_found" | "queue_item_not_found";
                };
            };
        };
        /** @description - `trace_not_found`: Nothing bears this id */
        Problem404_trace_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "trace_not_found";
                };
            };
        };
        /** @description - `actor_not_found`: No such actor */
        Problem404_actor_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "actor_not_found";
                };
            };
        };
        /** @description - `bench_entry_not_found`: Nothing of this name is on the bench */
        Problem404_bench_entry_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "bench_entry_not_found";
                };
            };
        };
        /**
         * @description - `actor_not_found`: No such actor
         *     - `bench_entry_not_found`: Nothing of this name is on the bench
         */
        Problem404_actor_not_found_bench_entry_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "actor_not_found" | "bench_entry_not_found";
                };
            };
        };
        /** @description - `mend_failed`: It could not be mended that way */
        Problem409_mend_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "mend_failed";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `bench_entry_changed`: What is on the bench is not what was shown
         *     - `mend_failed`: It could not be mended that way
         */
        Problem409_idempotency_conflict_bench_entry_changed_mend_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "bench_entry_changed" | "mend_failed";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `duplicate_project`: A project with this id, title or source exists already
         */
        Problem409_idempotency_conflict_duplicate_project: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "duplicate_project";
                };
            };
        };
        /** @description - `project_not_found`: No such project */
        Problem404_project_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "project_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `plan_changed`: What the dry run chose has changed since
         */
        Problem409_idempotency_conflict_plan_changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "plan_changed";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `transition_refused`: The current state does not allow that
         *     - `gates_failed`: Lint, audit or the checklist does not pass
         *     - `plan_changed`: What the dry run chose has changed since
         */
        Problem409_idempotency_conflict_transition_refused_gates_failed_plan_changed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "transition_refused" | "gates_failed" | "plan_changed";
                };
            };
        };
        /** @description - `evidence_missing`: No local evidence exists for the run (may pass: try again) */
        Problem424_evidence_missing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 424;
                    /** @enum {unknown} */
                    code?: "evidence_missing";
                };
            };
        };
        /**
         * @description - `disk_full`: A disk that would be written to has no room (may pass: try again)
         *     - `disk_read_only`: A disk that would be written to takes no writes
         */
        Problem507_disk_full_disk_read_only: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 507;
                    /** @enum {unknown} */
                    code?: "disk_full" | "disk_read_only";
                };
            };
        };
        /** @description - `paper_not_found`: No such paper */
        Problem404_paper_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "paper_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `transition_refused`: The current state does not allow that
         *     - `gates_failed`: Lint, audit or the checklist does not pass
         */
        Problem409_idempotency_conflict_transition_refused_gates_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "transition_refused" | "gates_failed";
                };
            };
        };
        /**
         * @description - `paper_not_found`: No such paper
         *     - `artifact_not_found`: The paper has no such file
         */
        Problem404_paper_not_found_artifact_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "paper_not_found" | "artifact_not_found";
                };
            };
        };
        /** @description - `paper_too_large`: The paper takes more time or memory than one may */
        Problem409_paper_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "paper_too_large";
                };
            };
        };
        /** @description - `review_not_found`: No paper in publication automation matches */
        Problem404_review_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "review_not_found";
                };
            };
        };
        /**
         * @description - `paper_not_found`: No such paper
         *     - `checklist_item_not_found`: No such checklist item
         */
        Problem404_paper_not_found_checklist_item_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "paper_not_found" | "checklist_item_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `not_eligible`: The item cannot do that now
         *     - `transition_refused`: The current state does not allow that
         *     - `gates_failed`: Lint, audit or the checklist does not pass
         *     - `work_given_up`: The service ended twice in the middle of this work and did not begin it again
         *     - `writing_canceled`: Somebody canceled the writing of the paper
         */
        Problem409_idempotency_conflict_not_eligible_transition_refused_gates_failed_work_given_up_writing_canceled: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "not_eligible" | "transition_refused" | "gates_failed" | "work_given_up" | "writing_canceled";
                };
            };
        };
        /**
         * @description - `paper_not_found`: No such paper
         *     - `plan_not_found`: No such plan
         */
        Problem404_paper_not_found_plan_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "paper_not_found" | "plan_not_found";
                };
            };
        };
        /** @description - `rewrite_batch_not_found`: No such rewrite batch */
        Problem404_rewrite_batch_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "rewrite_batch_not_found";
                };
            };
        };
        /** @description - `run_not_found`: No such run */
        Problem404_run_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "run_not_found";
                };
            };
        };
        /** @description - `event_not_found`: No such event */
        Problem404_event_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "event_not_found";
                };
            };
        };
        /** @description - `incident_not_found`: No such incident */
        Problem404_incident_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "incident_not_found";
                };
            };
        };
        /** @description - `notification_not_found`: No such notification */
        Problem404_notification_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "notification_not_found";
                };
            };
        };
        /** @description - `not_eligible`: The item cannot do that now */
        Problem409_not_eligible: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "not_eligible";
                };
            };
        };
        /**
         * @description - `run_not_found`: No such run
         *     - `plan_not_found`: No such plan
         */
        Problem404_run_not_found_plan_not_found: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 404;
                    /** @enum {unknown} */
                    code?: "run_not_found" | "plan_not_found";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `not_eligible`: The item cannot do that now
         *     - `plan_changed`: What the dry run chose has changed since
         *     - `process_changed`: The process is not the one that was seen, or not of this run
         *     - `process_not_permitted`: The worker may not signal that process
         */
        Problem409_idempotency_conflict_not_eligible_plan_changed_process_changed_process_not_permitted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "not_eligible" | "plan_changed" | "process_changed" | "process_not_permitted";
                };
            };
        };
        /** @description - `origin_not_allowed`: A page of another site may not open this connection */
        Problem403_origin_not_allowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 403;
                    /** @enum {unknown} */
                    code?: "origin_not_allowed";
                };
            };
        };
        /** @description - `upgrade_required`: This address speaks WebSocket only */
        Problem426_upgrade_required: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 426;
                    /** @enum {unknown} */
                    code?: "upgrade_required";
                };
            };
        };
        /** @description - `snapshot_too_large`: The queue does not fit into one snapshot */
        Problem409_snapshot_too_large: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "snapshot_too_large";
                };
            };
        };
        /** @description - `gone`: This address was removed */
        Problem410_gone: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 410;
                    /** @enum {unknown} */
                    code?: "gone";
                };
            };
        };
        /**
         * @description - `idempotency_conflict`: This idempotency key was used with another payload
         *     - `core_mode_refused`: The core sub-service takes no snapshots in its mode
         */
        Problem409_idempotency_conflict_core_mode_refused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "core_mode_refused";
                };
            };
        };
        /**
         * @description - `bad_request`: The request cannot be understood
         *     - `path_escape`: A path leaves its root
         */
        Problem400_bad_request_path_escape: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 400;
                    /** @enum {unknown} */
                    code?: "bad_request" | "path_escape";
                };
            };
        };
        /**
         * @description - `run_conflict`: The run id is known with another request
         *     - `run_fenced`: The run was called off before it started
         *     - `worker_busy`: The worker already has a live run (may pass: try again)
         *     - `project_exists`: The project folder exists
         */
        Problem409_run_conflict_run_fenced_worker_busy_project_exists: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "run_conflict" | "run_fenced" | "worker_busy" | "project_exists";
                };
            };
        };
        /**
         * @description - `run_conflict`: The run id is known with another request
         *     - `run_fenced`: The run was called off before it started
         *     - `worker_busy`: The worker already has a live run (may pass: try again)
         */
        Problem409_run_conflict_run_fenced_worker_busy: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "run_conflict" | "run_fenced" | "worker_busy";
                };
            };
        };
        /**
         * @description - `internal`: The service failed; the request id finds the cause in its log (may pass: try again)
         *     - `dispatch_script_missing`: The dispatch script does not exist or cannot be run
         */
        Problem500_internal_dispatch_script_missing: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 500;
                    /** @enum {unknown} */
                    code?: "internal" | "dispatch_script_missing";
                };
            };
        };
        /** @description - `dispatch_script_failed`: The dispatch script failed */
        Problem502_dispatch_script_failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 502;
                    /** @enum {unknown} */
                    code?: "dispatch_script_failed";
                };
            };
        };
        /** @description - `dispatch_script_timeout`: The dispatch script did not answer in time (may pass: try again) */
        Problem504_dispatch_script_timeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 504;
                    /** @enum {unknown} */
                    code?: "dispatch_script_timeout";
                };
            };
        };
        /**
         * @description - `not_eligible`: The item cannot do that now
         *     - `process_changed`: The process is not the one that was seen, or not of this run
         *     - `process_not_permitted`: The worker may not signal that process
         *     - `run_conflict`: The run id is known with another request
         */
        Problem409_not_eligible_process_changed_process_not_permitted_run_conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 409;
                    /** @enum {unknown} */
                    code?: "not_eligible" | "process_changed" | "process_not_permitted" | "run_conflict";
                };
            };
        };
        /** @description - `not_implemented`: This part is not available here */
        Problem501_not_implemented: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status?: 501;
                    /** @enum {unknown} */
                    code?: "not_implemented";
                };
            };
        };
    };
    parameters: {
        /** @description Stands for the member idempotency_key of a body that has none. */
        IdempotencyKey: string;
    };
    requestBodies: never;
    headers: {
        /** @description The X-Request-Id that was sent, or one made for the request. */
        RequestId: string;
        /** @description Present when this is the kept answer to an earlier request with the same key. */
        Replayed: "true";
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
        /** @description Always Bearer. */
        Challenge: "Bearer";
    };
    pathItems: never;
}
export interface operations {
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        /**
                         * @description The worker gate where there is one, else the control plane.
                         * @enum {string}
                         */
                        service: "orrery_worker_gate" | "orrery_control_plane";
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        timestamp: string;
                        /** @enum {string} */
                        role: "all" | "control" | "worker";
                        /**
                         * @description Which part this control plane has; absent where the store takes one only.
                         * @enum {string}
                         */
                        plane_role?: "active" | "standby";
                        /** @description Runs of the worker gate that are going on. */
                        live_run_count?: number;
                    };
                };
            };
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "control.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ok: boolean;
                        /**
                         * @description The worker gate where there is one, else the control plane.
                         * @enum {string}
                         */
                        service: "orrery_worker_gate" | "orrery_control_plane";
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        timestamp: string;
                        /** @description File of the store on the machine of the service. */
                        db_path: string;
                        /** @enum {string} */
                        store_backend: "sqlite" | "hosted_readonly" | "hosted";
                        transport: {
                            name: string;
                            /** @description Why this transport and no other. */
                            reason: string;
                        };
                        /** @description Null where the store takes one control plane only. */
                        plane: {
                            /**
                             * @description `active` holds the lease and writes; `standby` follows it.
                             * @enum {string}
                             */
                            role: "active" | "standby";
                            /** @description Who holds the lease; null while it is not known that anybody does. */
                            holder: {
                                /** @description Where it is reached; null where it does not say. */
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 in UTC.
                                 */
                                since: string;
                            } | null;
                        } | null;
                        actors: {
                            /** @description Actors in memory. */
                            active: number;
                            /** @description Messages that wait. */
                            messages: number;
                            /** @description Effects that wait or run. */
                            effects: number;
                            timers: number;
                            /** @description Actors out of service until they are released. */
                            quarantined: string[];
                            /** @description What of the store cannot be read just now; it is tried again. */
                            read_faults: {
                                what: string;
                                error: string;
                                /** @description In a row. */
                                failures: number;
                                /** Format: date-time */
                                since: string;
                            }[];
                            /** @description Messages that no actor could handle. */
                            dead_letters: number;
                            /** @description Every stored actor is restored once after the start, without waking it. */
                            restore_check: {
                                /** @enum {string} */
                                state: "waiting" | "checking" | "done";
                                /** @description Stored actors looked at since the start. */
                                checked: number;
                                /** @description Those of them that could not be restored. */
                                failed: number;
                                /** @description The first of those, with the reason. */
                                failures: string[];
                                /** @description Why the check stopped; null unless it did. */
                                error: string | null;
                            };
                        } | null;
                        /** @description Null without a control plane. */
                        paper_work: {
                            /** @description Jobs on papers that are being done. */
                            busy: number;
                            /** @description Jobs on papers that wait for a thread. */
                            waiting: number;
                        } | null;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "control.status": {
        parameters: {
            query?: {
                refresh_worker?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description True when there is no blocker and no critical conflict; a busy lane is neither. */
                        dispatch_safe: boolean;
                        dispatch_blockers: string[];
                        flags: {
                            queue_paused: boolean;
                            maintenance_mode: boolean;
                        };
                        /** @description Items by status (a status without items is left out), papers, and all items. */
                        counts: {
                            queued?: number;
                            dispatching?: number;
                            running?: number;
                            awaiting_wake?: number;
                            wake_received?: number;
                            reconciling?: number;
                            needs_review?: number;
                            blocked?: number;
                            dispatch_error?: number;
                            paused?: number;
                            completed?: number;
                            canceled?: number;
                            papers: number;
                            queue_total: number;
                        };
                        active_items: ({
                            project_id: string;
                            status: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        source_freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        }[];
                        warnings: {
                            /** @enum {string} */
                            severity: "info" | "warn" | "critical";
                            source: string;
                            /** @description Whose word it is: the store, a worker, the configuration. */
                            authority: string;
                            message: string;
                            /** Format: date-time */
                            observed_at: string;
                            suggested_action: string;
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        /** @description Where the store contradicts itself. */
                        conflicts: {
                            /** @enum {string} */
                            severity: "info" | "warn" | "critical";
                            source: string;
                            /** @description Whose word it is: the store, a worker, the configuration. */
                            authority: string;
                            message: string;
                            /** Format: date-time */
                            observed_at: string;
                            suggested_action: string;
                            data: {
                                [key: string]: unknown;
                            };
                        }[];
                        live_dispatch_enabled: boolean;
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "queue.health": {
        parameters: {
            query?: {
                refresh_worker?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description The state of the queue in one sentence. */
                        summary: string;
                        queue: {
                            /** @enum {string} */
                            status: "open" | "paused" | "maintenance";
                            reason: string | null;
                            /** @description Items by status; none: left out. */
                            counts: {
                                [key: string]: number;
                            };
                            queue_total: number;
                            active: number;
                            /** @description Items that need a person. */
                            attention: number;
                        };
                        /** @description Every configured worker. */
                        workers: {
                            target: string;
                            /** @enum {string} */
                            status: "unknown" | "healthy" | "degraded" | "unreachable";
                            reason: string | null;
                            /** @description Why no run could start there; null: nothing is wrong. */
                            trouble: string | null;
                            consecutive_failures: number;
                            /** @description Null when it was never asked. */
                            observed_at: string | null;
                            preflight: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            } | null;
                            telemetry: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            } | null;
                        }[];
                        active_runs: {
                            project_id: string;
                            project_name: string;
                            run_id: string | null;
                            status: string;
                            run_state: ("new" | "prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled") | null;
                            worker_target: string | null;
                            lane: string | null;
                            /** @description When the run started, or was sent to its worker. */
                            since: string | null;
                            /** @description Its last callback; null: there was none. */
                            last_contact_at: string | null;
                            /** @description Silence past this time is asked about. */
                            stale_after: string | null;
                            stale: boolean;
                            gate_state: string | null;
                            current_activity: string | null;
                            freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            };
                            reconcile_attempts: number;
                            last_error: string | null;
                            next_step: string | null;
                        }[];
                        /** @description What an alert check finds now; nothing is recorded. */
                        alert_check: {
                            /** @constant */
                            ok: true;
                            dry_run: boolean;
                            alerts: {
                                alert_id: string;
                                /** @description Kind and subject: the same trouble has the same one. */
                                fingerprint: string;
                                /** @enum {string} */
                                alert_kind: "stale_item" | "hanging_item" | "worker_unreachable" | "callback_undeliverable" | "worker_telemetry_stale" | "worker_out_of_service" | "dispatch_errors" | "papers_wait" | "budget_warned" | "budget_spent" | "test" | "readiness";
                                subject: string;
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                message: string;
                                /** @description When a check first found it; null before one that counted. */
                                raised_at: string | null;
                                /**
                                 * @description What it is after the check, or would be.
                                 * @enum {string}
                                 */
                                status: "pending" | "firing" | "suppressed" | "resolved";
                                /** @description Fingerprint of the alert that explains it. */
                                suppressed_by: string | null;
                                /** @description Alerts with the same one are told of in one incident. */
                                group_key: string;
                                /** @description The incident that tells of it; null: none yet. */
                                incident_id: string | null;
                                suggested_action: string;
                                /** @description Since when the trouble itself lasts, where that is known. */
                                since: string | null;
                                /** @description True when the check before found it, too. */
                                already_raised: boolean;
                                /** @description When a service last took a message about it. */
                                notified_at: string | null;
                                /** @description Whether a message is due; the cooldown begins with each message of the incident. */
                                notification: {
                                    due: boolean;
                                    /** @enum {string} */
                                    reason: "forced" | "never_notified" | "cooldown_over" | "cooling_down" | "told" | "pending" | "suppressed" | "information" | "no_channel";
                                    /** @description When the message that waits may go; null: none waits. */
                                    until: string | null;
                                };
                            }[];
                            /** @description Found before and not any more. */
                            resolved: {
                                /** @description Kind and subject: the same trouble has the same one. */
                                fingerprint: string;
                                alert_kind: string;
                                subject: string;
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                message: string;
                                /** @description When a check first found it; null before one that counted. */
                                raised_at: string | null;
                            }[];
                            counts: {
                                alerts: number;
                                resolved: number;
                                notifications_due: number;
                            };
                            /** @description True only when a service took a message about an alert of this reply. */
                            notified: boolean;
                            /** @description What is said and what is not, in a sentence. */
                            notification_reason: string;
                            /** Format: date-time */
                            checked_at: string;
                        };
                        /** @description Newest first. */
                        recent_callbacks: {
                            event_id: number;
                            event_type: string;
                            project_id: string;
                            run_id: string | null;
                            applied: boolean;
                            ignore_reason: string | null;
                            gate_state: string | null;
                            reason: string | null;
                            seen_at: string | null;
                            /** Format: date-time */
                            received_at: string;
                            /** @description Size of the whole payload; present when a long text of it was cut. */
                            payload_bytes?: number;
                        }[];
                        /** @description What the control plane has not finished; workers keep their own callbacks. */
                        undelivered: {
                            /** @description Work in the outbox of the control plane. */
                            pending_effects: number;
                            /** @description True when there are more than were counted. */
                            capped: boolean;
                            oldest: string | null;
                            oldest_at: string | null;
                            retrying: number;
                            last_error: string | null;
                            dead_letters: number;
                            quarantined_actors: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dispatch.next": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @default false */
                    force_preflight?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        action: "paused" | "noop" | "dry_run_dispatch" | "live_dispatch";
                        reason: string;
                        /** @description Only project and worker where an interrupted dispatch was concluded after a restart */
                        candidate: ({
                            project_id: string;
                            project_name: string;
                            project_dir: string;
                            dispatch_priority: number;
                            selection_rank: number;
                            /** @description exec for a new session, resume to go on with the last one */
                            mode: string;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            worker_target: string;
                            /** @description The worker's normalised address */
                            lane: string;
                            /**
                             * @description What chose the worker: the item, a route of its class, the session it resumes, or nothing of the kind
                             * @enum {string}
                             */
                            route_rule: "machine_target" | "class_route" | "default" | "session";
                            route_reason: string;
                            /** @description Relative to the project folder */
                            prompt_file: string;
                        } | {
                            project_id: string;
                            worker_target: string;
                        }) | null;
                        active_count: number;
                        event_id: number | null;
                        /** @description The run that was started; null unless the action is live_dispatch */
                        live: ({
                            run_id: string;
                            worker_target: string;
                            /**
                             * @description submitted: it waits for its job on a cluster
                             * @enum {string}
                             */
                            result: "accepted" | "submitted";
                            project_id: string;
                            session_id?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description What a live dispatch would check first; for a dry run */
                        checks: string[];
                        /** @description For a dry run: all that the agent would be told; null where its project has none */
                        prompt?: string | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_claim_lost_preflight_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_live_dispatch_disabled_read_only"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full"];
        };
    };
    "dispatch.one": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    project_id: string;
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @default false */
                    force_preflight?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        action: "paused" | "noop" | "dry_run_dispatch" | "live_dispatch";
                        reason: string;
                        /** @description Only project and worker where an interrupted dispatch was concluded after a restart */
                        candidate: ({
                            project_id: string;
                            project_name: string;
                            project_dir: string;
                            dispatch_priority: number;
                            selection_rank: number;
                            /** @description exec for a new session, resume to go on with the last one */
                            mode: string;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            worker_target: string;
                            /** @description The worker's normalised address */
                            lane: string;
                            /**
                             * @description What chose the worker: the item, a route of its class, the session it resumes, or nothing of the kind
                             * @enum {string}
                             */
                            route_rule: "machine_target" | "class_route" | "default" | "session";
                            route_reason: string;
                            /** @description Relative to the project folder */
                            prompt_file: string;
                        } | {
                            project_id: string;
                            worker_target: string;
                        }) | null;
                        active_count: number;
                        event_id: number | null;
                        /** @description The run that was started; null unless the action is live_dispatch */
                        live: ({
                            run_id: string;
                            worker_target: string;
                            /**
                             * @description submitted: it waits for its job on a cluster
                             * @enum {string}
                             */
                            result: "accepted" | "submitted";
                            project_id: string;
                            session_id?: string | null;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description What a live dispatch would check first; for a dry run */
                        checks: string[];
                        /** @description For a dry run: all that the agent would be told; null where its project has none */
                        prompt?: string | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_not_eligible_claim_lost_preflight_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_live_dispatch_disabled_read_only"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full"];
        };
    };
    preflight: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uri */
                    wake_gate_url?: string;
                    bearer_token?: string;
                    /** @default true */
                    require_paused?: boolean;
                    /** @default false */
                    strict?: boolean;
                    /** @default 5 */
                    max_gpu_pct?: number;
                    min_memory_available_mib?: number;
                    machine_target?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description True when a run could be started there now. */
                        ok: boolean;
                        target: string;
                        summary: string;
                        checks: {
                            name: string;
                            ok: boolean;
                            /** @description What was seen, in words. */
                            detail: string;
                            /** @description What was seen, for programs. */
                            data: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        }[];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        observed_at: string;
                        /** @description True when a result of the last minute is repeated. */
                        cached: boolean;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request_target_not_allowed"];
            401: components["responses"]["Problem401_unauthorized"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "control.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    reason?: string | null;
                    /** @default operator */
                    paused_by?: string;
                    /** @default false */
                    maintenance_mode?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        queue_paused: boolean;
                        maintenance_mode: boolean;
                        /** @enum {string} */
                        status: "open" | "paused" | "maintenance";
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "control.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    resumed_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        queue_paused: boolean;
                        maintenance_mode: boolean;
                        /** @enum {string} */
                        status: "open" | "paused" | "maintenance";
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "pump.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /**
                         * @description off; waiting for something to do; backing_off while steps get nothing done; stepping while it does one.
                         * @enum {string}
                         */
                        status: "off" | "waiting" | "backing_off" | "stepping";
                        /** @description What was last wished; a step under way ends before it is off. */
                        enabled: boolean;
                        /** @description What queue_pump_enabled said at the last start it was told. */
                        configured: boolean;
                        changed_by: string | null;
                        changed_at: string | null;
                        /** @description Why it was switched. */
                        reason: string | null;
                        /** @description Pause after a look that found nothing; it grows while that stays so. */
                        interval_seconds: number;
                        /** @description Whether what is queued starts by itself. */
                        dispatches: boolean;
                        /** @description Why it does not, as half a sentence. */
                        why_not: string | null;
                        /** @description What the configuration lets it do, in the order in which it is tried. */
                        parts: {
                            /** @enum {string} */
                            part: "draft" | "dispatch" | "publish" | "followup";
                            enabled: boolean;
                            why_not: string | null;
                        }[];
                        /** @description Null while it is off, looks or does a step. */
                        next_look_at: string | null;
                        /** @description A look or a step is under way. */
                        busy: boolean;
                        /** @description Since when there is nothing to do; null: there may be. */
                        quiet_since: string | null;
                        /** @description Since when steps get nothing done. */
                        failing_since: string | null;
                        last_error: string | null;
                        /** @description What the last look or step that was noted found, part by part. */
                        tried: {
                            /** @enum {string} */
                            part: "draft" | "dispatch" | "publish" | "followup";
                            /** @enum {string} */
                            outcome: "off" | "nothing" | "found" | "left" | "done" | "refused";
                            code: string | null;
                            reason: string;
                        }[];
                        last_step: {
                            tick: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            at: string;
                            done: {
                                /** @enum {string} */
                                part: "draft" | "dispatch" | "publish" | "followup";
                                project_id: string | null;
                                run_id: string | null;
                                paper_id: string | null;
                            } | null;
                            tried: {
                                /** @enum {string} */
                                part: "draft" | "dispatch" | "publish" | "followup";
                                /** @enum {string} */
                                outcome: "off" | "nothing" | "found" | "left" | "done" | "refused";
                                code: string | null;
                                reason: string;
                            }[];
                        } | null;
                        /** @description Since the store began. */
                        counts: {
                            steps: number;
                            drafted: number;
                            dispatched: number;
                            /** @description Steps of publication: rewrites, packages and imports. */
                            published: number;
                            followed_up: number;
                            /** @description Steps that got nothing done. */
                            fruitless: number;
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "pump.on": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        enabled: boolean;
                        /** @enum {string} */
                        status: "off" | "waiting" | "backing_off" | "stepping";
                        /** @description Null where nothing changed. */
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "pump.off": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    reason?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        enabled: boolean;
                        /** @enum {string} */
                        status: "off" | "waiting" | "backing_off" | "stepping";
                        /** @description Null where nothing changed. */
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.pause": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.resume": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.answer": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 1048576 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                    answer: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.edit": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                    fields: {
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        priority?: ("high" | "medium" | "low") | number;
                        /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                        tags?: string[];
                        selection_rank?: number;
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        dispatch_priority?: ("high" | "medium" | "low") | number;
                        auto_continue?: boolean;
                        max_continues?: number;
                        max_retries?: number;
                        /** @description Null: none. It stays as it is once a run was registered with it */
                        evaluation?: {
                            /** @description Name of what is measured */
                            metric: string;
                            /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                            source?: string;
                            /**
                             * @description What is taken of several values; `value` when absent: there must be one
                             * @enum {string}
                             */
                            statistic?: "value" | "median" | "mean";
                            /**
                             * @description How the measured value must stand to the threshold
                             * @enum {string}
                             */
                            direction: "at_least" | "at_most" | "above" | "below";
                            /** @description In the unit given, or in that of the file */
                            threshold: number;
                            /** @description Unit of the threshold; a file in another one is converted */
                            unit?: string;
                        } | null;
                        /** @description Seconds; null: budget_run_wall_sec of the configuration */
                        budget_wall_sec?: number | null;
                        /** @description Name of a configured worker; null: chosen by workload class */
                        machine_target?: string | null;
                        /** @enum {string} */
                        workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        /** @description Null: the configured default */
                        model?: string | null;
                        /** @enum {string} */
                        reasoning_effort?: "low" | "medium" | "high" | "xhigh";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        /** @description What happened, in words */
                        message: string;
                        /** @description The run that a cancel stopped on its worker first; null when none was active */
                        stopped_run_id: string | null;
                        /** @description The audit event of the change */
                        event_id: number | null;
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "queue.plan": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1048576 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Why, for the audit log */
                    note?: string | null;
                    /** @enum {string} */
                    verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                    project_ids?: string[];
                    /** @description As the queue list takes them; empty: every item */
                    filter?: {
                        /** @enum {string} */
                        status?: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                        /** @enum {string} */
                        queue_group?: "active" | "queued" | "blocked" | "paused" | "completed" | "all";
                        machine_target?: string;
                        /** @enum {string} */
                        workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        /** @description Only items with these tags. Given several times, a row has all of them; words with a comma between them: any of these. */
                        tag?: string[];
                        manual_review_required?: boolean;
                        search?: string;
                    };
                    /** @description For the verb answer */
                    answer?: string;
                    /** @description For the verb edit */
                    fields?: {
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        priority?: ("high" | "medium" | "low") | number;
                        /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                        tags?: string[];
                        selection_rank?: number;
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        dispatch_priority?: ("high" | "medium" | "low") | number;
                        auto_continue?: boolean;
                        max_continues?: number;
                        max_retries?: number;
                        /** @description Null: none. It stays as it is once a run was registered with it */
                        evaluation?: {
                            /** @description Name of what is measured */
                            metric: string;
                            /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                            source?: string;
                            /**
                             * @description What is taken of several values; `value` when absent: there must be one
                             * @enum {string}
                             */
                            statistic?: "value" | "median" | "mean";
                            /**
                             * @description How the measured value must stand to the threshold
                             * @enum {string}
                             */
                            direction: "at_least" | "at_most" | "above" | "below";
                            /** @description In the unit given, or in that of the file */
                            threshold: number;
                            /** @description Unit of the threshold; a file in another one is converted */
                            unit?: string;
                        } | null;
                        /** @description Seconds; null: budget_run_wall_sec of the configuration */
                        budget_wall_sec?: number | null;
                        /** @description Name of a configured worker; null: chosen by workload class */
                        machine_target?: string | null;
                        /** @enum {string} */
                        workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        /** @description Null: the configured default */
                        model?: string | null;
                        /** @enum {string} */
                        reasoning_effort?: "low" | "medium" | "high" | "xhigh";
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        plan_id: string;
                        /** @enum {string} */
                        status: "drawn" | "executing" | "executed" | "outdated" | "expired" | "failed";
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        note: string | null;
                        answer: string | null;
                        /** @description What an edit changes, as the item stores it */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        requested_by: string;
                        executed_by: string | null;
                        /** @description Rows that one plan may hold */
                        rows_max: number;
                        /** @description True when more items matched than a plan may hold */
                        truncated: boolean;
                        eligible_count: number;
                        skipped_count: number;
                        applied_count: number;
                        /** @description What execution does, each as it was when drawn up */
                        eligible: {
                            project_id: string;
                            version: number;
                            status: string;
                        }[];
                        skipped: {
                            project_id: string;
                            version: number | null;
                            status: string | null;
                            code: string;
                            reason: string;
                        }[];
                        results: {
                            project_id: string;
                            /** @enum {string} */
                            result: "applied" | "changed" | "refused" | "failed";
                            status: string;
                            event_id: number | null;
                            stopped_run_id: string | null;
                            detail: string | null;
                        }[];
                        differences: {
                            project_id: string;
                            from_status: string;
                            to_status: string | null;
                            from_version: number;
                            to_version: number | null;
                        }[];
                        last_error: string | null;
                        /** @description Until then it may be executed */
                        expires_at: string | null;
                        executed_at: string | null;
                        created_at: string;
                        updated_at: string;
                        links: {
                            self: string;
                            execute: string;
                        };
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "plans.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        plan_id: string;
                        /** @enum {string} */
                        status: "drawn" | "executing" | "executed" | "outdated" | "expired" | "failed";
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        note: string | null;
                        answer: string | null;
                        /** @description What an edit changes, as the item stores it */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        requested_by: string;
                        executed_by: string | null;
                        /** @description Rows that one plan may hold */
                        rows_max: number;
                        /** @description True when more items matched than a plan may hold */
                        truncated: boolean;
                        eligible_count: number;
                        skipped_count: number;
                        applied_count: number;
                        /** @description What execution does, each as it was when drawn up */
                        eligible: {
                            project_id: string;
                            version: number;
                            status: string;
                        }[];
                        skipped: {
                            project_id: string;
                            version: number | null;
                            status: string | null;
                            code: string;
                            reason: string;
                        }[];
                        results: {
                            project_id: string;
                            /** @enum {string} */
                            result: "applied" | "changed" | "refused" | "failed";
                            status: string;
                            event_id: number | null;
                            stopped_run_id: string | null;
                            detail: string | null;
                        }[];
                        differences: {
                            project_id: string;
                            from_status: string;
                            to_status: string | null;
                            from_version: number;
                            to_version: number | null;
                        }[];
                        last_error: string | null;
                        /** @description Until then it may be executed */
                        expires_at: string | null;
                        executed_at: string | null;
                        created_at: string;
                        updated_at: string;
                        links: {
                            self: string;
                            execute: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "plans.execute": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        plan_id: string;
                        /** @enum {string} */
                        status: "drawn" | "executing" | "executed" | "outdated" | "expired" | "failed";
                        /** @enum {string} */
                        verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                        note: string | null;
                        answer: string | null;
                        /** @description What an edit changes, as the item stores it */
                        fields: {
                            [key: string]: unknown;
                        } | null;
                        requested_by: string;
                        executed_by: string | null;
                        /** @description Rows that one plan may hold */
                        rows_max: number;
                        /** @description True when more items matched than a plan may hold */
                        truncated: boolean;
                        eligible_count: number;
                        skipped_count: number;
                        applied_count: number;
                        /** @description What execution does, each as it was when drawn up */
                        eligible: {
                            project_id: string;
                            version: number;
                            status: string;
                        }[];
                        skipped: {
                            project_id: string;
                            version: number | null;
                            status: string | null;
                            code: string;
                            reason: string;
                        }[];
                        results: {
                            project_id: string;
                            /** @enum {string} */
                            result: "applied" | "changed" | "refused" | "failed";
                            status: string;
                            event_id: number | null;
                            stopped_run_id: string | null;
                            detail: string | null;
                        }[];
                        differences: {
                            project_id: string;
                            from_status: string;
                            to_status: string | null;
                            from_version: number;
                            to_version: number | null;
                        }[];
                        last_error: string | null;
                        /** @description Until then it may be executed */
                        expires_at: string | null;
                        executed_at: string | null;
                        created_at: string;
                        updated_at: string;
                        links: {
                            self: string;
                            execute: string;
                        };
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_plan_outdated"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    lanes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        lanes: {
                            /** @description The worker's normalised address */
                            lane: string;
                            /** @description Configured names of this address */
                            names: string[];
                            roles: string[];
                            /** @description False for an address that only a run still holds */
                            configured: boolean;
                            health: {
                                /** @enum {string} */
                                status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                                /** @description What a person must look after; null: nothing */
                                trouble: string | null;
                                reason: string | null;
                                /** @description When it was last looked at; null: never */
                                observed_at: string | null;
                                freshness: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                };
                            };
                            active: {
                                project_id: string;
                                project_name: string;
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                /** @description When the run was claimed */
                                since: string | null;
                                last_callback_at: string | null;
                                /** @description Its job, where the worker is a cluster */
                                job: {
                                    /** @description Name of the cluster among the workers. */
                                    worker_target: string;
                                    /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                    id: string | null;
                                    /**
                                     * @description How it stands.
                                     * @enum {string}
                                     */
                                    phase: "pending" | "running" | "unclear" | "ended";
                                    /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                    code: string | null;
                                    /** @description The same in a sentence. */
                                    why: string;
                                    /** @description When the scheduler expects to start it; null: it does not say. */
                                    expected_at: string | null;
                                    /** @description Where it runs. */
                                    node: string | null;
                                    /** @description Since when it runs. */
                                    since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                     */
                                    seen_at: string;
                                } | null;
                            } | null;
                            waiting: {
                                count: number;
                                /** @description True when the queue is longer than what was looked at */
                                at_least: boolean;
                            };
                            /** @description What a dispatch would take first once the lane is free */
                            next: {
                                project_id: string;
                                project_name: string;
                                project_dir: string;
                                dispatch_priority: number;
                                selection_rank: number;
                                /** @description exec for a new session, resume to go on with the last one */
                                mode: string;
                                /** @enum {string} */
                                workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                                worker_target: string;
                                /** @description The worker's normalised address */
                                lane: string;
                                /**
                                 * @description What chose the worker: the item, a route of its class, the session it resumes, or nothing of the kind
                                 * @enum {string}
                                 */
                                route_rule: "machine_target" | "class_route" | "default" | "session";
                                route_reason: string;
                                /** @description Relative to the project folder */
                                prompt_file: string;
                            } | null;
                            /** @description True when a dispatch would start the next item now */
                            goes: boolean;
                            /** @description Why nothing goes there now */
                            blocked_by: {
                                /** @description Stable word for the reason */
                                code: string;
                                /** @description The reason as a sentence */
                                reason: string;
                            } | null;
                        }[];
                        queue: {
                            open: boolean;
                            reason: string | null;
                            live_dispatch_enabled: boolean;
                        };
                        /** @description Queued items that no configured worker takes */
                        unrouted: {
                            count: number;
                            /** @description True when the queue is longer than what was looked at */
                            at_least: boolean;
                        };
                        operator_counts: {
                            attention: number;
                            running: number;
                            queued: number;
                            paused: number;
                            write: number;
                            finalize: number;
                            publish: number;
                            imported: number;
                            done_no_paper: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "workers.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        workers: {
                            /** @description `default`, or the name in worker_targets */
                            name: string;
                            url: string;
                            role: string;
                            /** @description Normalised address; names with the same one share it */
                            lane: string;
                            shares_lane_with: string[];
                            health: {
                                /** @enum {string} */
                                status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                                /** @description What a person must look after; null: nothing */
                                trouble: string | null;
                                reason: string | null;
                                /** @description When the present status began; null when nobody knows */
                                since: string | null;
                                /** @description Looks in a row that it did not answer */
                                consecutive_failures: number;
                                /** @description When its checks last passed */
                                last_success_at: string | null;
                                /** @description When it last answered; null: never */
                                observed_at: string | null;
                                /** @description When it was last asked, whether or not it answered */
                                asked_at: string | null;
                            };
                            freshness: {
                                preflight: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                                telemetry: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                            };
                            /** @description Of the last preflight that it answered */
                            checks: {
                                name: string;
                                ok: boolean;
                                /** @description True for a check that only warns */
                                advice: boolean;
                                detail: string;
                            }[];
                            active: {
                                project_id: string;
                                project_name: string;
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                /** @description When the run was claimed */
                                since: string | null;
                                last_callback_at: string | null;
                                /** @description Its job, where the worker is a cluster */
                                job: {
                                    /** @description Name of the cluster among the workers. */
                                    worker_target: string;
                                    /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                    id: string | null;
                                    /**
                                     * @description How it stands.
                                     * @enum {string}
                                     */
                                    phase: "pending" | "running" | "unclear" | "ended";
                                    /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                    code: string | null;
                                    /** @description The same in a sentence. */
                                    why: string;
                                    /** @description When the scheduler expects to start it; null: it does not say. */
                                    expected_at: string | null;
                                    /** @description Where it runs. */
                                    node: string | null;
                                    /** @description Since when it runs. */
                                    since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                     */
                                    seen_at: string;
                                } | null;
                            } | null;
                            /** @description Of a cluster: its runs, each with its job; absent for a machine with a gate */
                            jobs?: {
                                /** @description How many runs may have a job at the same time */
                                most: number;
                                active: {
                                    project_id: string;
                                    project_name: string;
                                    /** @enum {string} */
                                    status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                    run_id: string | null;
                                    /** @description When the run was claimed */
                                    since: string | null;
                                    last_callback_at: string | null;
                                    /** @description Its job, where the worker is a cluster */
                                    job: {
                                        /** @description Name of the cluster among the workers. */
                                        worker_target: string;
                                        /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                        id: string | null;
                                        /**
                                         * @description How it stands.
                                         * @enum {string}
                                         */
                                        phase: "pending" | "running" | "unclear" | "ended";
                                        /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                        code: string | null;
                                        /** @description The same in a sentence. */
                                        why: string;
                                        /** @description When the scheduler expects to start it; null: it does not say. */
                                        expected_at: string | null;
                                        /** @description Where it runs. */
                                        node: string | null;
                                        /** @description Since when it runs. */
                                        since: string | null;
                                        /**
                                         * Format: date-time
                                         * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                         */
                                        seen_at: string;
                                    } | null;
                                }[];
                            };
                            waiting: {
                                count: number;
                                /** @description True when the queue is longer than what was looked at */
                                at_least: boolean;
                            };
                            /** @description True when a dispatch would start the next item now */
                            goes: boolean;
                            /** @description Why nothing goes there now */
                            blocked_by: {
                                /** @description Stable word for the reason */
                                code: string;
                                /** @description The reason as a sentence */
                                reason: string;
                            } | null;
                            /** @description Classes that go here, and by which rule */
                            classes: {
                                /** @enum {string} */
                                workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                                /** @enum {string} */
                                rule: "machine_target" | "class_route" | "default" | "session";
                            }[];
                            /** @description Not yet delivered to this control plane; null where the worker does not tell */
                            callbacks: {
                                waiting: number;
                                /** @description Runs whose callback was refused and waits for an operator */
                                parked: number;
                                oldest_at: string | null;
                            } | null;
                            /** @description Of the last sample; null: could not be told */
                            gpus: ({
                                index: number;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                            sampled_at: string | null;
                            notices: {
                                code: string;
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                message: string;
                                action: string;
                                since: string | null;
                            }[];
                            /** @description The next thing to do; null: nothing */
                            advice: string | null;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "workers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        worker: {
                            /** @description `default`, or the name in worker_targets */
                            name: string;
                            url: string;
                            role: string;
                            /** @description Normalised address; names with the same one share it */
                            lane: string;
                            shares_lane_with: string[];
                            health: {
                                /** @enum {string} */
                                status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                                /** @description What a person must look after; null: nothing */
                                trouble: string | null;
                                reason: string | null;
                                /** @description When the present status began; null when nobody knows */
                                since: string | null;
                                /** @description Looks in a row that it did not answer */
                                consecutive_failures: number;
                                /** @description When its checks last passed */
                                last_success_at: string | null;
                                /** @description When it last answered; null: never */
                                observed_at: string | null;
                                /** @description When it was last asked, whether or not it answered */
                                asked_at: string | null;
                            };
                            freshness: {
                                preflight: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                                telemetry: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                            };
                            /** @description Of the last preflight that it answered */
                            checks: {
                                name: string;
                                ok: boolean;
                                /** @description True for a check that only warns */
                                advice: boolean;
                                detail: string;
                            }[];
                            active: {
                                project_id: string;
                                project_name: string;
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                /** @description When the run was claimed */
                                since: string | null;
                                last_callback_at: string | null;
                                /** @description Its job, where the worker is a cluster */
                                job: {
                                    /** @description Name of the cluster among the workers. */
                                    worker_target: string;
                                    /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                    id: string | null;
                                    /**
                                     * @description How it stands.
                                     * @enum {string}
                                     */
                                    phase: "pending" | "running" | "unclear" | "ended";
                                    /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                    code: string | null;
                                    /** @description The same in a sentence. */
                                    why: string;
                                    /** @description When the scheduler expects to start it; null: it does not say. */
                                    expected_at: string | null;
                                    /** @description Where it runs. */
                                    node: string | null;
                                    /** @description Since when it runs. */
                                    since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                     */
                                    seen_at: string;
                                } | null;
                            } | null;
                            /** @description Of a cluster: its runs, each with its job; absent for a machine with a gate */
                            jobs?: {
                                /** @description How many runs may have a job at the same time */
                                most: number;
                                active: {
                                    project_id: string;
                                    project_name: string;
                                    /** @enum {string} */
                                    status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                    run_id: string | null;
                                    /** @description When the run was claimed */
                                    since: string | null;
                                    last_callback_at: string | null;
                                    /** @description Its job, where the worker is a cluster */
                                    job: {
                                        /** @description Name of the cluster among the workers. */
                                        worker_target: string;
                                        /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                        id: string | null;
                                        /**
                                         * @description How it stands.
                                         * @enum {string}
                                         */
                                        phase: "pending" | "running" | "unclear" | "ended";
                                        /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                        code: string | null;
                                        /** @description The same in a sentence. */
                                        why: string;
                                        /** @description When the scheduler expects to start it; null: it does not say. */
                                        expected_at: string | null;
                                        /** @description Where it runs. */
                                        node: string | null;
                                        /** @description Since when it runs. */
                                        since: string | null;
                                        /**
                                         * Format: date-time
                                         * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                         */
                                        seen_at: string;
                                    } | null;
                                }[];
                            };
                            waiting: {
                                count: number;
                                /** @description True when the queue is longer than what was looked at */
                                at_least: boolean;
                            };
                            /** @description True when a dispatch would start the next item now */
                            goes: boolean;
                            /** @description Why nothing goes there now */
                            blocked_by: {
                                /** @description Stable word for the reason */
                                code: string;
                                /** @description The reason as a sentence */
                                reason: string;
                            } | null;
                            /** @description Classes that go here, and by which rule */
                            classes: {
                                /** @enum {string} */
                                workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                                /** @enum {string} */
                                rule: "machine_target" | "class_route" | "default" | "session";
                            }[];
                            /** @description Not yet delivered to this control plane; null where the worker does not tell */
                            callbacks: {
                                waiting: number;
                                /** @description Runs whose callback was refused and waits for an operator */
                                parked: number;
                                oldest_at: string | null;
                            } | null;
                            /** @description Of the last sample; null: could not be told */
                            gpus: ({
                                index: number;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                            sampled_at: string | null;
                            notices: {
                                code: string;
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                message: string;
                                action: string;
                                since: string | null;
                            }[];
                            /** @description The next thing to do; null: nothing */
                            advice: string | null;
                        };
                        /** @description Changes of its health, newest first */
                        history: {
                            event_id: number;
                            event_type: string;
                            at: string;
                            sentence: string;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_worker_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "workers.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        worker: {
                            /** @description `default`, or the name in worker_targets */
                            name: string;
                            url: string;
                            role: string;
                            /** @description Normalised address; names with the same one share it */
                            lane: string;
                            shares_lane_with: string[];
                            health: {
                                /** @enum {string} */
                                status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                                /** @description What a person must look after; null: nothing */
                                trouble: string | null;
                                reason: string | null;
                                /** @description When the present status began; null when nobody knows */
                                since: string | null;
                                /** @description Looks in a row that it did not answer */
                                consecutive_failures: number;
                                /** @description When its checks last passed */
                                last_success_at: string | null;
                                /** @description When it last answered; null: never */
                                observed_at: string | null;
                                /** @description When it was last asked, whether or not it answered */
                                asked_at: string | null;
                            };
                            freshness: {
                                preflight: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                                telemetry: {
                                    /** @enum {string} */
                                    source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                    authority: string;
                                    /** @description Null when it was never observed. */
                                    observed_at: string | null;
                                    /** @description Null for what does not grow stale with time. */
                                    ttl_seconds: number | null;
                                    fresh_until: string | null;
                                    stale: boolean;
                                    /** @enum {string} */
                                    status: "ok" | "stale" | "unknown" | "failed";
                                    detail: string;
                                } | null;
                            };
                            /** @description Of the last preflight that it answered */
                            checks: {
                                name: string;
                                ok: boolean;
                                /** @description True for a check that only warns */
                                advice: boolean;
                                detail: string;
                            }[];
                            active: {
                                project_id: string;
                                project_name: string;
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                /** @description When the run was claimed */
                                since: string | null;
                                last_callback_at: string | null;
                                /** @description Its job, where the worker is a cluster */
                                job: {
                                    /** @description Name of the cluster among the workers. */
                                    worker_target: string;
                                    /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                    id: string | null;
                                    /**
                                     * @description How it stands.
                                     * @enum {string}
                                     */
                                    phase: "pending" | "running" | "unclear" | "ended";
                                    /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                    code: string | null;
                                    /** @description The same in a sentence. */
                                    why: string;
                                    /** @description When the scheduler expects to start it; null: it does not say. */
                                    expected_at: string | null;
                                    /** @description Where it runs. */
                                    node: string | null;
                                    /** @description Since when it runs. */
                                    since: string | null;
                                    /**
                                     * Format: date-time
                                     * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                     */
                                    seen_at: string;
                                } | null;
                            } | null;
                            /** @description Of a cluster: its runs, each with its job; absent for a machine with a gate */
                            jobs?: {
                                /** @description How many runs may have a job at the same time */
                                most: number;
                                active: {
                                    project_id: string;
                                    project_name: string;
                                    /** @enum {string} */
                                    status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                    run_id: string | null;
                                    /** @description When the run was claimed */
                                    since: string | null;
                                    last_callback_at: string | null;
                                    /** @description Its job, where the worker is a cluster */
                                    job: {
                                        /** @description Name of the cluster among the workers. */
                                        worker_target: string;
                                        /** @description As the scheduler numbers it; null while there is none, or none is known. */
                                        id: string | null;
                                        /**
                                         * @description How it stands.
                                         * @enum {string}
                                         */
                                        phase: "pending" | "running" | "unclear" | "ended";
                                        /** @description Why it waits, as the scheduler calls it, or why it ended; null where there is no word. */
                                        code: string | null;
                                        /** @description The same in a sentence. */
                                        why: string;
                                        /** @description When the scheduler expects to start it; null: it does not say. */
                                        expected_at: string | null;
                                        /** @description Where it runs. */
                                        node: string | null;
                                        /** @description Since when it runs. */
                                        since: string | null;
                                        /**
                                         * Format: date-time
                                         * @description When the cluster said so; of looks that bring nothing new it is that of one in ten minutes.
                                         */
                                        seen_at: string;
                                    } | null;
                                }[];
                            };
                            waiting: {
                                count: number;
                                /** @description True when the queue is longer than what was looked at */
                                at_least: boolean;
                            };
                            /** @description True when a dispatch would start the next item now */
                            goes: boolean;
                            /** @description Why nothing goes there now */
                            blocked_by: {
                                /** @description Stable word for the reason */
                                code: string;
                                /** @description The reason as a sentence */
                                reason: string;
                            } | null;
                            /** @description Classes that go here, and by which rule */
                            classes: {
                                /** @enum {string} */
                                workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                                /** @enum {string} */
                                rule: "machine_target" | "class_route" | "default" | "session";
                            }[];
                            /** @description Not yet delivered to this control plane; null where the worker does not tell */
                            callbacks: {
                                waiting: number;
                                /** @description Runs whose callback was refused and waits for an operator */
                                parked: number;
                                oldest_at: string | null;
                            } | null;
                            /** @description Of the last sample; null: could not be told */
                            gpus: ({
                                index: number;
                            } & {
                                [key: string]: unknown;
                            })[] | null;
                            sampled_at: string | null;
                            notices: {
                                code: string;
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                message: string;
                                action: string;
                                since: string | null;
                            }[];
                            /** @description The next thing to do; null: nothing */
                            advice: string | null;
                        };
                        /** @description Changes of its health, newest first */
                        history: {
                            event_id: number;
                            event_type: string;
                            at: string;
                            sentence: string;
                        }[];
                        preflight: {
                            /** @description True when a run could be started there now. */
                            ok: boolean;
                            target: string;
                            summary: string;
                            checks: {
                                name: string;
                                ok: boolean;
                                /** @description What was seen, in words. */
                                detail: string;
                                /** @description What was seen, for programs. */
                                data: {
                                    [key: string]: components["schemas"]["JsonValue"];
                                };
                            }[];
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            observed_at: string;
                            /** @description True when a result of the last minute is repeated. */
                            cached: boolean;
                            freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            };
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_worker_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "workers.retry_callbacks": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Only the callbacks of this run; without it all of them */
                    run_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        worker: string;
                        run_id: string | null;
                        /** @description The worker's own reply */
                        answer: {
                            [key: string]: unknown;
                        };
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found_worker_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    explain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "queue_item" | "run" | "paper" | "worker" | "alert" | "incident" | "notification" | "corpus_entry" | "rewrite_batch" | "replication" | "project" | "paper_review" | "followup" | "pump";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        kind: "queue_item" | "run" | "paper" | "worker" | "alert" | "incident" | "notification" | "corpus_entry" | "rewrite_batch" | "replication" | "project" | "paper_review" | "followup" | "pump";
                        id: string;
                        /** @enum {string} */
                        question: "not dispatched" | "not over" | "not drafted" | "not publishable" | "not taking runs" | "not resolved" | "not delivered" | "not replicated" | "not followed up" | "not stepping";
                        /** @description False when it only has to be waited for, or is done */
                        blocked: boolean;
                        /** @description Stable word for the reason */
                        code: string;
                        reason: string;
                        /** @description What the reason rests on */
                        evidence: {
                            [key: string]: unknown;
                        };
                        /** @description Since when it is so; null when nobody knows */
                        since: string | null;
                        unblock: {
                            /** @description The smallest act that helps */
                            action: string;
                            /** @description The request that does it */
                            request?: {
                                /** @constant */
                                method: "POST";
                                path: string;
                                body: {
                                    [key: string]: unknown;
                                };
                            };
                        };
                        /** @description Of a queue item: what an operator could do with it now */
                        verbs?: {
                            /** @enum {string} */
                            verb: "pause" | "resume" | "retry" | "cancel" | "answer" | "edit";
                            /** @description Why it would be refused now; null: it would be accepted */
                            why_not: string | null;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_not_found_run_not_found_paper_not_found_incident_not_found_rewrite_batch_not_found_notification_not_found_worker_not_found_alert_not_found_queue_item_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    trace: {
        parameters: {
            query?: {
                /** @description Most events in the reply; the first ones are in it */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description A request id (correlation id), or the id of an event: the trace that it belongs to */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Id of the request; everything below bears it */
                        correlation_id: string;
                        /** @description When the first event happened */
                        started_at: string | null;
                        event_count: number;
                        /** @description Effects and timers below that are not done */
                        waiting_count: number;
                        dead_letter_count: number;
                        /** @description True when there are, or may be, more events than these */
                        truncated: boolean;
                        /** @description False when there were too many effects, timers or dead letters to look through */
                        outbox_complete: boolean;
                        /** @description Whatever no event of this trace led to, in order */
                        nodes: components["schemas"]["TraceNode"][];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_trace_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "actors.list": {
        parameters: {
            query?: {
                kind?: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                status?: string;
                /** @description next_after of an earlier page; needs kind */
                after?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            kind: string;
                            id: string;
                            /** @description Null for one that was never stored */
                            status: string | null;
                            version: number;
                            updated_at: string | null;
                            in_memory: boolean;
                            waiting_messages: number;
                            /** @description Out of service until it is released */
                            quarantined: boolean;
                            links: {
                                self: string;
                            };
                        }[];
                        /** @description Every kind there is, whether it has actors or not */
                        kinds: string[];
                        next_after: string | null;
                        /** @description True when these are all there are of the kind and status */
                        complete: boolean;
                        stats: {
                            active: number;
                            messages: number;
                            effects: number;
                            timers: number;
                            quarantined: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "actors.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                        id: string;
                        status: string;
                        version: number;
                        state: {
                            status: string;
                        } & {
                            [key: string]: unknown;
                        };
                        quarantined: boolean;
                        /** @description Waiting messages per lane; null while it is not in memory */
                        mailbox: {
                            [key: string]: number;
                        } | null;
                        /** @description Events its status has transitions for; none for a part, which only its owner tells anything */
                        legal_events: string[];
                        /** @description Among the latest things that actors did in this process */
                        restarts: number;
                        last_failures: {
                            kind: string;
                            at: string;
                            actor: string;
                            event: string;
                            reason: string;
                        }[];
                        last_turns: {
                            /** @constant */
                            kind: "turn";
                            at: string;
                            actor: string;
                            event: string;
                            from: string;
                            to: string;
                            accepted: boolean;
                            refused: string | null;
                            effects: string[];
                            duration_ms: number;
                        }[];
                        timers: {
                            timer: string;
                            due_at: string;
                        }[];
                        pending_effects: {
                            effect_id: string;
                            name: string;
                            attempts: number;
                            last_error: string | null;
                        }[];
                        /** @description False when there were too many effects to look through */
                        outbox_complete: boolean;
                        history: ({
                            event_id: number;
                            event_type: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        links: {
                            self: string;
                            statechart: string;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "actors.statechart": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/svg+xml": string;
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "actors.history": {
        parameters: {
            query?: {
                /** @description Only events before this one */
                before?: number;
                page_size?: number;
            };
            header?: never;
            path: {
                kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                        id: string;
                        rows: {
                            event_id: number;
                            event_type: string;
                            /** @description Who or what caused it */
                            actor: string;
                            created_at: string;
                            summary: string;
                            /** @description The status it set; null where that stayed as it was */
                            status: string | null;
                            /** @description Names of the members it set */
                            changed: string[];
                            /** @description True where its state was removed with this event */
                            gone: boolean;
                        }[];
                        /** @description Where the next page begins; null on the last one */
                        next_before: number | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "actors.state": {
        parameters: {
            query: {
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at: string;
            };
            header?: never;
            path: {
                kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                        id: string;
                        status: string;
                        version: number;
                        /** @description Long texts are cut */
                        state: {
                            status: string;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @description Members that differ from the moment before; null for one that was not there */
                        changed: {
                            member: string;
                            before: unknown;
                            after: unknown;
                        }[];
                        /** @description Events that its status then has transitions for */
                        legal_events: string[];
                        /** @description What that event was, in words */
                        summary: string;
                        as_of: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "statecharts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        kind: "queue_item" | "run" | "project" | "intake" | "paper" | "paper_review" | "corpus_entry" | "paper_watch" | "rewrite_batch" | "replication" | "worker_target" | "control" | "command" | "plan" | "followup" | "alert" | "alert_watch" | "incident" | "core_snapshot" | "event_log" | "upkeep" | "pump" | "notification" | "heartbeat" | "retention";
                        /** @description The kind that moves it; null for one that is told things itself */
                        part_of: string | null;
                        states: {
                            /** @description Names from the outside in, joined by dots; empty for the machine */
                            id: string;
                            name: string;
                            /** @description The status of an actor that is in it */
                            status: string;
                            about: string;
                            initial: boolean;
                            /** @description Nothing is waited for any more */
                            terminal: boolean;
                            answers: {
                                event: string;
                                /** @description False where it is words about what happens by itself */
                                named: boolean;
                                /** @description The condition in words */
                                if: string | null;
                                /** @description States it leads to; none where it stays */
                                to: string[];
                                /** @description It is left and entered anew */
                                again: boolean;
                            }[];
                        }[];
                        /** @description In the order of the states */
                        statuses: {
                            status: string;
                            /** @description Events it has transitions for, whatever their guards */
                            takes: string[];
                        }[];
                        /** @description In pixels from the upper left corner */
                        picture: {
                            width: number;
                            height: number;
                            boxes: {
                                id: string;
                                /** @enum {string} */
                                form: "state" | "region" | "final" | "history" | "start";
                                status: string | null;
                                terminal: boolean;
                                holds: boolean;
                                depth: number;
                                x: number;
                                y: number;
                                width: number;
                                height: number;
                                texts: {
                                    x: number;
                                    y: number;
                                    runs: {
                                        text: string;
                                        /** @enum {string} */
                                        look: "title" | "name" | "event" | "guard" | "about" | "jump" | "mark";
                                    }[];
                                }[];
                            }[];
                            arrows: {
                                from: string;
                                to: string;
                                /** @description A path of SVG */
                                line: string;
                                /** @description A path of SVG */
                                tip: string;
                                label: {
                                    x: number;
                                    y: number;
                                    width: number;
                                    height: number;
                                } | null;
                                texts: {
                                    x: number;
                                    y: number;
                                    runs: {
                                        text: string;
                                        /** @enum {string} */
                                        look: "title" | "name" | "event" | "guard" | "about" | "jump" | "mark";
                                    }[];
                                }[];
                            }[];
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        summary: string;
                        totals: {
                            out_of_service: number;
                            dead_letters: number;
                        };
                        /** @description Every stored actor is restored once after the start, without waking it. */
                        restore_check: {
                            /** @enum {string} */
                            state: "waiting" | "checking" | "done";
                            /** @description Stored actors looked at since the start. */
                            checked: number;
                            /** @description Those of them that could not be restored. */
                            failed: number;
                            /** @description The first of those, with the reason. */
                            failures: string[];
                            /** @description Why the check stopped; null unless it did. */
                            error: string | null;
                        };
                        /** @description The first of them by kind and id. */
                        actors: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        }[];
                        /** @description The newest. */
                        dead_letters: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        }[];
                        links: {
                            actors: string;
                            dead_letters: string;
                            supervision: string;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.actors": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.actor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        actor: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        };
                        /** @description Whether its stored state can be restored now. */
                        restorable: boolean;
                        restore_error: string | null;
                        /** @description What the event it failed at would do now; null: it had none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        /** @description What waits for the actor and goes on when it is released. */
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.dead_letters": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.dead_letter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dead_letter: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "bench.try_actor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        kind: string;
                        id: string;
                        event_type: string;
                        /** @description False for an event that was given. */
                        as_stored: boolean;
                        message: string;
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found_bench_entry_not_found"];
            409: components["responses"]["Problem409_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "bench.try_dead_letter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        kind: string;
                        id: string;
                        event_type: string;
                        /** @description False for an event that was given. */
                        as_stored: boolean;
                        message: string;
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found_bench_entry_not_found"];
            409: components["responses"]["Problem409_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "bench.release": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "bench.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "bench.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    supervision: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        hosts: {
                            /** @description control, gate for a worker gate in this process, or process for the process. */
                            host: string;
                            out_of_service: number;
                            groups: {
                                name: string;
                                /**
                                 * @description What is done when there are too many failures.
                                 * @enum {string}
                                 */
                                strategy: "isolate" | "restart" | "escalate";
                                /** @description In the window as of now. */
                                failures: number;
                                failures_max: number;
                                window_ms: number;
                                out_of_service: number;
                                kinds: {
                                    name: string;
                                    /**
                                     * @description What is done when there are too many failures.
                                     * @enum {string}
                                     */
                                    strategy: "isolate" | "restart" | "escalate";
                                    /** @description In the window as of now. */
                                    failures: number;
                                    failures_max: number;
                                    window_ms: number;
                                    out_of_service: number;
                                }[];
                            }[];
                            /** @description Actors that persist nothing: a restart of the process begins them anew. */
                            actors: {
                                kind: string;
                                id: string;
                                /** @description The states it is in, as paths. */
                                status: string;
                                /** @description Machines that it drives itself, such as the idle gate of a run that is watched. */
                                inner: {
                                    kind: string;
                                    status: string;
                                }[];
                                /** @description Messages in its mailbox. */
                                waiting: number;
                                /** @description Times it failed and began anew. */
                                restarts: number;
                                /** @description Null while it has not failed. */
                                last_failure: {
                                    at: string;
                                    event: string;
                                    reason: string;
                                } | null;
                            }[];
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "intake.ideas": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10485760 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key: string;
                    source: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    default_machine_target?: string;
                    default_model?: string;
                    default_sandbox?: string;
                    ideas: {
                        /** @description Id of its project; made of the title when absent */
                        idea_id?: string;
                        title: string;
                        /** @description What its source says of it; closed ones are left out */
                        status?: string;
                        hypothesis?: string;
                        plan?: string;
                        /** @description What the agent is told; title, hypothesis and plan when absent */
                        prompt?: string;
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        priority?: ("high" | "medium" | "low") | number;
                        /** @enum {string} */
                        workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        /** @description Name of the worker it must run on */
                        machine_target?: string;
                        /** @description Its name or address in its source */
                        source_ref?: string;
                        /** @description The project that it follows up */
                        parent_project_id?: string;
                        /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                        tags?: string[];
                        /** @description What its runs are judged by; registered before each of them starts */
                        evaluation?: {
                            /** @description Name of what is measured */
                            metric: string;
                            /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                            source?: string;
                            /**
                             * @description What is taken of several values; `value` when absent: there must be one
                             * @enum {string}
                             */
                            statistic?: "value" | "median" | "mean";
                            /**
                             * @description How the measured value must stand to the threshold
                             * @enum {string}
                             */
                            direction: "at_least" | "at_most" | "above" | "below";
                            /** @description In the unit given, or in that of the file */
                            threshold: number;
                            /** @description Unit of the threshold; a file in another one is converted */
                            unit?: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        source: string;
                        /** @description The event of the batch; null for a dry run */
                        inserted_event: number | null;
                        created: number;
                        updated: number;
                        skipped: number;
                        candidates: {
                            /** @description Position in ideas */
                            index: number;
                            project_id: string;
                            title: string;
                            dispatch_priority: number;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            machine_target: string | null;
                            parent_project_id: string | null;
                        }[];
                        skipped_rows: {
                            index: number;
                            title: string;
                            reason: string;
                            /** @description The project it repeats, where it is a duplicate */
                            duplicate_of: string | null;
                            detail?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "intake.ideas_alias": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10485760 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key: string;
                    source: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    default_machine_target?: string;
                    default_model?: string;
                    default_sandbox?: string;
                    ideas: {
                        /** @description Id of its project; made of the title when absent */
                        idea_id?: string;
                        title: string;
                        /** @description What its source says of it; closed ones are left out */
                        status?: string;
                        hypothesis?: string;
                        plan?: string;
                        /** @description What the agent is told; title, hypothesis and plan when absent */
                        prompt?: string;
                        /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                        priority?: ("high" | "medium" | "low") | number;
                        /** @enum {string} */
                        workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        /** @description Name of the worker it must run on */
                        machine_target?: string;
                        /** @description Its name or address in its source */
                        source_ref?: string;
                        /** @description The project that it follows up */
                        parent_project_id?: string;
                        /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                        tags?: string[];
                        /** @description What its runs are judged by; registered before each of them starts */
                        evaluation?: {
                            /** @description Name of what is measured */
                            metric: string;
                            /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                            source?: string;
                            /**
                             * @description What is taken of several values; `value` when absent: there must be one
                             * @enum {string}
                             */
                            statistic?: "value" | "median" | "mean";
                            /**
                             * @description How the measured value must stand to the threshold
                             * @enum {string}
                             */
                            direction: "at_least" | "at_most" | "above" | "below";
                            /** @description In the unit given, or in that of the file */
                            threshold: number;
                            /** @description Unit of the threshold; a file in another one is converted */
                            unit?: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        source: string;
                        /** @description The event of the batch; null for a dry run */
                        inserted_event: number | null;
                        created: number;
                        updated: number;
                        skipped: number;
                        candidates: {
                            /** @description Position in ideas */
                            index: number;
                            project_id: string;
                            title: string;
                            dispatch_priority: number;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            machine_target: string | null;
                            parent_project_id: string | null;
                        }[];
                        skipped_rows: {
                            index: number;
                            title: string;
                            reason: string;
                            /** @description The project it repeats, where it is a duplicate */
                            duplicate_of: string | null;
                            detail?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "intake.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 10485760 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of its file; the ending says of which kind it is */
                    name: string;
                    text: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description As the intake takes them */
                        ideas: {
                            /** @description Id of its project; made of the title when absent */
                            idea_id?: string;
                            title: string;
                            /** @description What its source says of it; closed ones are left out */
                            status?: string;
                            hypothesis?: string;
                            plan?: string;
                            /** @description What the agent is told; title, hypothesis and plan when absent */
                            prompt?: string;
                            /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                            priority?: ("high" | "medium" | "low") | number;
                            /** @enum {string} */
                            workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            /** @description Name of the worker it must run on */
                            machine_target?: string;
                            /** @description Its name or address in its source */
                            source_ref?: string;
                            /** @description The project that it follows up */
                            parent_project_id?: string;
                            /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                            tags?: string[];
                            /** @description What its runs are judged by; registered before each of them starts */
                            evaluation?: {
                                /** @description Name of what is measured */
                                metric: string;
                                /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                                source?: string;
                                /**
                                 * @description What is taken of several values; `value` when absent: there must be one
                                 * @enum {string}
                                 */
                                statistic?: "value" | "median" | "mean";
                                /**
                                 * @description How the measured value must stand to the threshold
                                 * @enum {string}
                                 */
                                direction: "at_least" | "at_most" | "above" | "below";
                                /** @description In the unit given, or in that of the file */
                                threshold: number;
                                /** @description Unit of the threshold; a file in another one is converted */
                                unit?: string;
                            };
                        }[];
                        problems: {
                            /** @description From 1; null where it is about the whole text */
                            line: number | null;
                            message: string;
                        }[];
                        /** @description Also counts problems that are not listed */
                        problem_count: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "projects.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of created_at, updated_at, project_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description Always `recorded`. */
                status?: "recorded";
                /** @description Its id. */
                project_id?: string;
                /** @description Where the idea came from. */
                source_kind?: string;
                /** @description Its name or address there. */
                source_ref?: string;
                /** @description The project that it follows up. */
                parent_project_id?: string;
                /** @description Words to find it by. Given several times, a row has all of them; words with a comma between them: any of these. */
                tag?: string[];
                /** @description Adds counts: of all rows of the list, whatever it is narrowed to, how many have each of the 50 most used values. */
                counts?: "tag";
                /** @description Event id or ISO 8601 time: the list, its order and its counts as they were then. Not together with search. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["ProjectRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    hypothesis?: string;
                    plan?: string;
                    /** @description What the agent is told; title, hypothesis and plan when absent */
                    prompt?: string;
                    /** @description A word (high, medium, low) or a number; lower numbers are dispatched first */
                    priority?: ("high" | "medium" | "low") | number;
                    /** @enum {string} */
                    workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                    /** @description Name of the worker it must run on */
                    machine_target?: string;
                    /** @description Its name or address in its source */
                    source_ref?: string;
                    /** @description The project that it follows up */
                    parent_project_id?: string;
                    /** @description Words to find it by, at most 20 of 64 characters, without commas; trimmed, and each kept once */
                    tags?: string[];
                    /** @description What its runs are judged by; registered before each of them starts */
                    evaluation?: {
                        /** @description Name of what is measured */
                        metric: string;
                        /** @description Where it stands: `path#pointer`, where `*` means every element; found by its name when absent */
                        source?: string;
                        /**
                         * @description What is taken of several values; `value` when absent: there must be one
                         * @enum {string}
                         */
                        statistic?: "value" | "median" | "mean";
                        /**
                         * @description How the measured value must stand to the threshold
                         * @enum {string}
                         */
                        direction: "at_least" | "at_most" | "above" | "below";
                        /** @description In the unit given, or in that of the file */
                        threshold: number;
                        /** @description Unit of the threshold; a file in another one is converted */
                        unit?: string;
                    };
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Made of the title when absent */
                    project_id?: string;
                    model?: string;
                    sandbox?: string;
                    /**
                     * @description Kept as source_kind
                     * @default api
                     */
                    source?: string;
                };
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        created: true;
                        project_id: string;
                        event_id: number | null;
                        project: components["schemas"]["ProjectRow"];
                        queue_item: components["schemas"]["QueueRow"];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_duplicate_project"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "worker.callback": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10485760 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event_type: "session_started" | "agent_yielded" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error";
                    idempotency_key: string;
                    run_id: string;
                    project_id: string;
                    /** @description A text of more than 256 characters is cut, with a mark. */
                    session_id?: string | null;
                    sequence: number;
                    /**
                     * Format: date-time
                     * @description ISO 8601 in UTC.
                     */
                    seen_at: string;
                    /** @description A text of more than 256 characters is cut, with a mark. */
                    gate_state?: string | null;
                    /** @description A text of more than 16000 characters is cut, with a mark. */
                    reason?: string | null;
                    /** @description Texts of more than 16000 characters are cut; above 262144 characters of JSON it is left out. Either is marked. */
                    process_tracking?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    } | null;
                    /** @description Texts of more than 16000 characters are cut; above 262144 characters of JSON it is left out. Either is marked. */
                    telemetry?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    } | null;
                    exit_code?: number | null;
                    /** @description Texts of more than 16000 characters are cut; above 262144 characters of JSON it is left out. Either is marked. */
                    decision?: {
                        [key: string]: components["schemas"]["JsonValue"];
                    } | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        /** @description False when it came too late to change anything; it is recorded. */
                        applied: boolean;
                        ignore_reason: string | null;
                        run_id: string;
                        event_id: number | null;
                        /** @enum {string} */
                        queue_status: "new" | "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "papers.draft_next": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @default false */
                    force?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        action: "noop" | "dry_run_draft" | "drafted";
                        reason: string;
                        candidate: {
                            project_id: string;
                            project_name: string;
                            run_id: string;
                            paper_id: string;
                        } | null;
                        /** @description The first of the candidates that were passed over, each with why. */
                        skipped: {
                            project_id: string;
                            run_id: string | null;
                            reason: string;
                        }[];
                        skipped_count: number;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        paper: {
                            /** @constant */
                            result: "drafted";
                            paper_id: string;
                            project_id: string;
                            run_id: string;
                            title: string;
                            draft_markdown_path: string;
                            draft_latex_path: string;
                            evidence_bundle_path: string;
                            claim_ledger_path: string;
                            manifest_path: string;
                            /** @description SHA-256 of each text as it was written, by file name. */
                            artifact_sha256: {
                                [key: string]: string;
                            };
                            /** @description Facts of the writer: provider, model, fallback, numbers of claims. */
                            report: {
                                [key: string]: unknown;
                            };
                        } | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "papers.publish_next": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        action: "noop" | "dry_run_step" | "step_taken";
                        reason: string;
                        /** @description The step that was taken, or would be; null when none can be. */
                        step: ("rewrite" | "package" | "import") | null;
                        paper_id: string | null;
                        /** @description The first of the papers that were passed over, each with why. */
                        skipped: {
                            paper_id: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        /** @description Papers that only what concerns all of them keeps from their step; null: none are. */
                        held_up: {
                            /** @constant */
                            step: "import";
                            /** @description Papers that wait for it. */
                            paper_count: number;
                            /** @description The best ranked of them. */
                            paper_id: string;
                            /** @description What of the corpus stands against all of them. */
                            reason: string;
                        } | null;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            424: components["responses"]["Problem424_evidence_missing"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "papers.replicate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        paper_id: string;
                        /** @description How often the experiment was done again, this time included. */
                        number: number;
                        /** @description The run that is done again. */
                        run_id: string;
                        /** @description The project that does it again. */
                        child_project_id: string;
                        child_run_id?: string | null;
                        /** @description Seed that it is asked to use. */
                        seed: number;
                        /** @description Worker that it is sent to; null: chosen by workload class. */
                        machine_target: string | null;
                        status: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id?: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "papers.artifact": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paper_id: string;
                name: "paper.md" | "paper.tex" | "paper.pdf" | "paper.html" | "paper.xml" | "paper.myst.md" | "claim_ledger.json" | "evidence_bundle.json" | "paper_manifest.json" | "metadata.json";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_artifact_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.trace": {
        parameters: {
            query?: {
                claim?: string;
                file?: string;
            };
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /**
                         * @description drifted: a file changed or is gone, so that no gate lets the paper through.
                         * @enum {string}
                         */
                        state: "sound" | "drifted";
                        /** @description Null where the run is not known here. */
                        run: {
                            run_id: string;
                            worker_target: string | null;
                            started_at: string | null;
                            ended_at: string | null;
                            /** @description Of what the run is judged by, registered before it began; null: nothing was. */
                            registration_sha256: string | null;
                            /** @description What the event log holds of it; null: no such event was found. */
                            event_ids: {
                                registered: number | null;
                                started: number | null;
                                ended: number | null;
                                /** @description With the decision of its agent and what the gate made of it. */
                                decided: number | null;
                            };
                            /** @description Where its telemetry is read: of the stretch from its start to its end, once both are known. */
                            telemetry: string;
                        } | null;
                        /** @description With which the present text appeared. */
                        written_event_id: number | null;
                        sentences: {
                            position: number;
                            section: string;
                            /** @description Of paper.md. */
                            line: number;
                            text: string;
                            claims: string[];
                        }[];
                        claims: {
                            id: string;
                            kind: string;
                            text: string;
                            /** @description As the paper prints it; empty for a claim of words. */
                            printed: string;
                            unit: string | null;
                            label: string | null;
                            subject: string | null;
                            quantity: string | null;
                            /** @description Over the sources in order; null where it is read. */
                            formula: string | null;
                            sources: {
                                /** @description Relative to the paper folder. */
                                file: string;
                                /** @description RFC 6901; a segment * means every element. */
                                pointer: string;
                                sha256: string;
                                printed: string;
                                value_now: number | string | boolean | null;
                                /**
                                 * @description The file now, held against what it was when the claim was made.
                                 * @enum {string}
                                 */
                                state: "same" | "changed" | "missing";
                            }[];
                            sources_left_out: number;
                            /** @description Positions in `sentences`. */
                            sentences: number[];
                        }[];
                        files: {
                            file: string;
                            sha256: string;
                            /**
                             * @description The file now, held against what it was when the claim was made.
                             * @enum {string}
                             */
                            state: "same" | "changed" | "missing";
                            claims: string[];
                            /** @description Positions in `sentences`. */
                            sentences: number[];
                        }[];
                        left_out: {
                            claims: number;
                            sentences: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_artifact_not_found"];
            409: components["responses"]["Problem409_paper_too_large"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        children: (string | components["schemas"]["PaperElement"])[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_artifact_not_found"];
            409: components["responses"]["Problem409_paper_too_large"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.drafts": {
        parameters: {
            query?: {
                /** @description Absent: the newest of the earlier ones. */
                from?: string;
            };
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        now: {
                            /** @description Of its Markdown. */
                            sha256: string;
                            /** @description Null where its metadata does not say. */
                            written_at: string | null;
                        };
                        /** @description The newest first. */
                        earlier: {
                            /** @description Of its Markdown. */
                            sha256: string;
                            /** @description Null where its metadata does not say. */
                            written_at: string | null;
                        }[];
                        /** @description Null where there is no earlier draft. */
                        since: {
                            /** @description Of its Markdown. */
                            sha256: string;
                            /** @description Null where its metadata does not say. */
                            written_at: string | null;
                            /** @description Sentences that both have. */
                            unchanged: number;
                            changes: {
                                section: string;
                                removed: string[];
                                added: string[];
                            }[];
                            /** @description Changes and sentences that are not told. */
                            left_out: number;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_artifact_not_found"];
            409: components["responses"]["Problem409_paper_too_large"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.findings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        lint: {
                            /** @description All there are; the first 200 are told. */
                            count: number;
                            findings: {
                                rule: string;
                                /** @description Relative to the folder of the paper. */
                                file: string;
                                /** @description From 1; 0: it is about the whole file. */
                                line: number;
                                /** @description What was found. */
                                excerpt: string;
                                /** @description What to do about it. */
                                fix: string;
                            }[];
                        };
                        audit: {
                            /** @enum {string} */
                            verdict: "strict_pass" | "blocked_empty_claims" | "blocked_missing_result_files" | "blocked_schema_or_evidence_gap";
                            /** @description All there are; the first 200 are told. */
                            count: number;
                            findings: {
                                rule: string;
                                /** @description Relative to the folder of the paper. */
                                file: string;
                                /** @description From 1; 0: it is about the whole file. */
                                line: number;
                                /** @description What was found. */
                                excerpt: string;
                                /** @description What to do about it. */
                                fix: string;
                            }[];
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_artifact_not_found"];
            409: components["responses"]["Problem409_paper_too_large"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "publication-automation.list": {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                sort?: string;
                search?: string;
                review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                paper_status?: "" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                include_rank_reasons?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["PaperReviewRow"][];
                        page: number;
                        page_size: number;
                        total: number;
                        pages: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "publication-automation.next": {
        parameters: {
            query?: {
                search?: string;
                review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                paper_status?: "" | ("eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived");
                include_rank_reasons?: boolean;
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        review: components["schemas"]["PaperReviewRow"];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_review_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "publication-automation.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        review: components["schemas"]["PaperReviewRow"];
                        paper: components["schemas"]["PaperRow"] | null;
                        /** @description Its row of the corpus-import ledger; null when it was never imported. */
                        corpus_entry: components["schemas"]["CorpusEntry"] | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "publication-automation.approve_finalization": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key: string;
                    requested_by: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @constant */
                        ready_for_finalization: true;
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "publication-automation.set_status": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @enum {string} */
                    review_status: "unreviewed" | "triage_ready" | "in_review" | "changes_requested" | "blocked" | "approved_for_finalization" | "finalized" | "rejected";
                    note?: string | null;
                    blocker?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        note: string | null;
                        blocker: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "publication-automation.set_checklist_item": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @enum {string} */
                    status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @enum {string} */
                        item_id: "artifact_readability" | "title_abstract_quality" | "claim_evidence_alignment" | "novelty_significance" | "reproducibility" | "limitations_ethics" | "formatting_quality" | "target_venue_fit" | "final_approval";
                        /** @enum {string} */
                        status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_checklist_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "publication-automation.rewrite_draft": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @default false */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        result: "rewritten";
                        paper_id: string;
                        project_id: string;
                        run_id: string;
                        title: string;
                        draft_markdown_path: string;
                        draft_latex_path: string;
                        evidence_bundle_path: string;
                        claim_ledger_path: string;
                        manifest_path: string;
                        /** @description SHA-256 of each text as it was written, by file name. */
                        artifact_sha256: {
                            [key: string]: string;
                        };
                        /** @description Facts of the writer: provider, model, fallback, numbers of claims. */
                        report: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** @description What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off. */
                        evidence_sync: {
                            [key: string]: unknown;
                        } | null;
                        /** @description True when the paper was finalized: it is queued again, since its package no longer equals it. */
                        review_put_back: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_not_eligible_transition_refused_gates_failed_work_given_up_writing_canceled"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            424: components["responses"]["Problem424_evidence_missing"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "publication-automation.rewrite_batch": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @default
                     * @enum {string}
                     */
                    paper_status?: "" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                    /**
                     * @default
                     * @enum {string}
                     */
                    review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                    /** @default  */
                    search?: string;
                    /** @default 10 */
                    limit?: number;
                    /** @default false */
                    force?: boolean;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default true */
                    skip_rewritten?: boolean;
                    /**
                     * @description Answers when the batch has begun, with where its progress is read
                     * @default false
                     */
                    async?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        selected_count: number;
                        rewritten_count: number;
                        failed_count: number;
                        /** @description Also counts skipped papers that are not listed. */
                        skipped_count: number;
                        /** @description False when more papers match than one batch looks at. */
                        selection_complete: boolean;
                        results: {
                            paper_id: string;
                            /** @enum {string} */
                            result: "would_rewrite" | "queued" | "rewritten" | "skipped" | "failed";
                            title?: string | null;
                            /** @enum {string} */
                            paper_status?: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                            /** @enum {string} */
                            review_status?: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                            rank_score?: number;
                            /** @description Why not, as a word: evidence_missing, for example. */
                            code: string | null;
                            detail: string | null;
                            /** @description First audit event of the change; null when nothing changed. */
                            event_id: number | null;
                            /** @description What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off. */
                            evidence_sync: {
                                [key: string]: unknown;
                            } | null;
                            review_put_back: boolean;
                        }[];
                        /** @description The batch that goes on by itself; null where none was asked for or nothing was chosen. */
                        batch?: {
                            batch_id: string;
                            /** @enum {string} */
                            status: "running" | "canceling" | "done" | "canceled";
                            /** @description Where it is read; with `/cancel` behind it, where it is canceled. */
                            path: string;
                        } | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "publication-automation.prepare_finalization_package": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @default corpus */
                    target_label?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: true;
                        paper_id: string;
                        would_pass: boolean;
                        problems: string[];
                        manifest: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    } | {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: false;
                        /** @constant */
                        result: "packaged";
                        paper_id: string;
                        /** @constant */
                        review_status: "finalized";
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        package_dir: string;
                        package_archive: string;
                        package_sha256: string;
                        report: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "paper-reviews.list": {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                sort?: string;
                search?: string;
                review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                paper_status?: "" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                include_rank_reasons?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["PaperReviewRow"][];
                        page: number;
                        page_size: number;
                        total: number;
                        pages: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "paper-reviews.next": {
        parameters: {
            query?: {
                search?: string;
                review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                paper_status?: "" | ("eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived");
                include_rank_reasons?: boolean;
                sort?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        review: components["schemas"]["PaperReviewRow"];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_review_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "paper-reviews.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        review: components["schemas"]["PaperReviewRow"];
                        paper: components["schemas"]["PaperRow"] | null;
                        /** @description Its row of the corpus-import ledger; null when it was never imported. */
                        corpus_entry: components["schemas"]["CorpusEntry"] | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "paper-reviews.approve_finalization": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key: string;
                    requested_by: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @constant */
                        ready_for_finalization: true;
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "paper-reviews.set_status": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @enum {string} */
                    review_status: "unreviewed" | "triage_ready" | "in_review" | "changes_requested" | "blocked" | "approved_for_finalization" | "finalized" | "rejected";
                    note?: string | null;
                    blocker?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        note: string | null;
                        blocker: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "paper-reviews.set_checklist_item": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
                item_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @enum {string} */
                    status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @enum {string} */
                        item_id: "artifact_readability" | "title_abstract_quality" | "claim_evidence_alignment" | "novelty_significance" | "reproducibility" | "limitations_ethics" | "formatting_quality" | "target_venue_fit" | "final_approval";
                        /** @enum {string} */
                        status: "pending" | "pass" | "fail" | "accepted_risk" | "not_applicable";
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_checklist_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "paper-reviews.rewrite_draft": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @default false */
                    force?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        result: "rewritten";
                        paper_id: string;
                        project_id: string;
                        run_id: string;
                        title: string;
                        draft_markdown_path: string;
                        draft_latex_path: string;
                        evidence_bundle_path: string;
                        claim_ledger_path: string;
                        manifest_path: string;
                        /** @description SHA-256 of each text as it was written, by file name. */
                        artifact_sha256: {
                            [key: string]: string;
                        };
                        /** @description Facts of the writer: provider, model, fallback, numbers of claims. */
                        report: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** @description What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off. */
                        evidence_sync: {
                            [key: string]: unknown;
                        } | null;
                        /** @description True when the paper was finalized: it is queued again, since its package no longer equals it. */
                        review_put_back: boolean;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_not_eligible_transition_refused_gates_failed_work_given_up_writing_canceled"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            424: components["responses"]["Problem424_evidence_missing"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "paper-reviews.rewrite_batch": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @default
                     * @enum {string}
                     */
                    paper_status?: "" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                    /**
                     * @default
                     * @enum {string}
                     */
                    review_status?: "" | "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                    /** @default  */
                    search?: string;
                    /** @default 10 */
                    limit?: number;
                    /** @default false */
                    force?: boolean;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default true */
                    skip_rewritten?: boolean;
                    /**
                     * @description Answers when the batch has begun, with where its progress is read
                     * @default false
                     */
                    async?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        selected_count: number;
                        rewritten_count: number;
                        failed_count: number;
                        /** @description Also counts skipped papers that are not listed. */
                        skipped_count: number;
                        /** @description False when more papers match than one batch looks at. */
                        selection_complete: boolean;
                        results: {
                            paper_id: string;
                            /** @enum {string} */
                            result: "would_rewrite" | "queued" | "rewritten" | "skipped" | "failed";
                            title?: string | null;
                            /** @enum {string} */
                            paper_status?: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                            /** @enum {string} */
                            review_status?: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                            rank_score?: number;
                            /** @description Why not, as a word: evidence_missing, for example. */
                            code: string | null;
                            detail: string | null;
                            /** @description First audit event of the change; null when nothing changed. */
                            event_id: number | null;
                            /** @description What the evidence sync tried and brought: the files fetched and those unchanged, bytes, what failed and why, and each way in tried; null when it is switched off. */
                            evidence_sync: {
                                [key: string]: unknown;
                            } | null;
                            review_put_back: boolean;
                        }[];
                        /** @description The batch that goes on by itself; null where none was asked for or nothing was chosen. */
                        batch?: {
                            batch_id: string;
                            /** @enum {string} */
                            status: "running" | "canceling" | "done" | "canceled";
                            /** @description Where it is read; with `/cancel` behind it, where it is canceled. */
                            path: string;
                        } | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "paper-reviews.prepare_finalization_package": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @default corpus */
                    target_label?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: true;
                        paper_id: string;
                        would_pass: boolean;
                        problems: string[];
                        manifest: {
                            [key: string]: unknown;
                        } | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    } | {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: false;
                        /** @constant */
                        result: "packaged";
                        paper_id: string;
                        /** @constant */
                        review_status: "finalized";
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        package_dir: string;
                        package_archive: string;
                        package_sha256: string;
                        report: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "publication-automation.move": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    note?: string | null;
                    /** @enum {string} */
                    move: "claim" | "release" | "block" | "defer" | "requeue" | "reject" | "evaluate";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        review_status: "queued" | "claimed" | "blocked" | "finalized" | "deferred" | "rejected" | "triage_ready" | "unreviewed" | "in_review" | "changes_requested" | "approved_for_finalization";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @enum {string} */
                        move: "claim" | "release" | "block" | "defer" | "requeue" | "reject" | "evaluate";
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "papers.move": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    note?: string | null;
                    /** @enum {string} */
                    move: "request_human_review" | "end_human_review" | "archive" | "cancel_writing";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper_id: string;
                        /** @enum {string} */
                        paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                        requested_by: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                        /** @enum {string} */
                        move: "request_human_review" | "end_human_review" | "archive" | "cancel_writing";
                        note: string | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "rewrite-batches.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
                /** @description Only batches of this status; a page then may be short, or empty, while has_more is true. */
                status?: "running" | "canceling" | "done" | "canceled";
                /** @description Words of what started the batch: who asked for it, and ids of its papers. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["RewriteBatchRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "rewrite-batches.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A rewrite batch, paper by paper. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewriteBatch"];
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_rewrite_batch_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "rewrite-batches.cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                batch_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        batch_id: string;
                        /** @enum {string} */
                        status: "running" | "canceling" | "done" | "canceled";
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** Format: date-time */
                        at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_rewrite_batch_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "corpus.get": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                sort?: string;
                search?: string;
                status?: "importing" | "imported" | "failed" | "removing" | "removed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["CorpusLedgerRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts: {
                            /** @description From the index of the corpus; null while the index is not known. */
                            indexed_artifacts: number | null;
                            /** @description From the index of the corpus; null while the index is not known. */
                            lint_passes: number | null;
                            /** @description From the index of the corpus; null while the index is not known. */
                            strict_audit_passes: number | null;
                            imported: number;
                            importing: number;
                            failed: number;
                            removed: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        state: {
                            /** @description True when import, index, lint and audit are all known and none is against it. */
                            explicit: boolean;
                            index_built_at: string | null;
                            import: {
                                /** @enum {string} */
                                state: "empty" | "complete" | "in_progress" | "failed";
                                detail: string;
                            };
                            index: {
                                /** @enum {string} */
                                state: "built" | "behind" | "not_built" | "unknown";
                                detail: string;
                            };
                            lint: {
                                /** @enum {string} */
                                state: "pass" | "fail" | "unknown";
                                detail: string;
                            };
                            audit: {
                                /** @enum {string} */
                                state: "pass" | "fail" | "unknown";
                                detail: string;
                            };
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "corpus.import": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    paper_id: string;
                    /** @default true */
                    dry_run?: boolean;
                    /**
                     * @description Also where the corpus has the same result already, or had it and it was removed
                     * @default false
                     */
                    accept_duplicate?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: true;
                        paper_id: string;
                        package_dir: string;
                        already_imported: boolean;
                        would_pass: boolean;
                        problems: string[];
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    } | {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: false;
                        /** @constant */
                        result: "imported";
                        paper_id: string;
                        public_id: string;
                        manifest_sha256: string;
                        source_record_fingerprint: string;
                        duplicate_of?: string | null;
                        lint: string;
                        audit: string;
                        index: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    "corpus.remove": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    paper_id: string;
                    /** @description Why it is removed, as the tombstone says it */
                    reason: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: true;
                        paper_id: string;
                        public_id: string;
                        reason: string;
                        would_pass: boolean;
                        problems: string[];
                    } | {
                        /** @constant */
                        ok: true;
                        /** @constant */
                        dry_run: false;
                        /** @constant */
                        result: "removed";
                        paper_id: string;
                        public_id: string;
                        removed_by: string;
                        /** Format: date-time */
                        removed_at: string;
                        reason: string;
                        index: string;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused_gates_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
            507: components["responses"]["Problem507_disk_full_disk_read_only"];
        };
    };
    overview: {
        parameters: {
            query?: {
                active_limit?: number;
                event_limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                        /** @description Which log the ids of events are of; another one after events were lost. */
                        log_epoch: string;
                        /** @description Null where the store takes one control plane only. */
                        plane: {
                            /**
                             * @description `active` holds the lease and writes; `standby` follows it.
                             * @enum {string}
                             */
                            role: "active" | "standby";
                            /** @description Who holds the lease; null while it is not known that anybody does. */
                            holder: {
                                /** @description Where it is reached; null where it does not say. */
                                address: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 in UTC.
                                 */
                                since: string;
                            } | null;
                        } | null;
                        /** @description Whether the service may be left alone, in one or two sentences. */
                        headline: string;
                        /** @description True only where no reason speaks against it and nothing is unknown. */
                        leave_alone: boolean;
                        /** @description What keeps it from being left alone, as a sentence; null when nothing does. */
                        trouble: string | null;
                        /** @description Why it must not be left alone, one row a cause, the gravest first. */
                        reasons: components["schemas"]["Reason"][];
                        /** @description How much needs somebody: items that wait for a person, and every other reason that is known. */
                        needs_somebody: number;
                        /** @description What goes unsaid or unsaved while it is left alone, the gravest first. */
                        cautions: components["schemas"]["Caution"][];
                        forecast: components["schemas"]["Forecast"];
                        control: {
                            /** @enum {string} */
                            status: "open" | "paused" | "maintenance";
                            reason: string | null;
                            changed_by: string | null;
                        };
                        pump: {
                            /** @enum {string} */
                            status: "off" | "waiting" | "backing_off" | "stepping";
                            enabled: boolean;
                            /** @description Whether what is queued starts by itself. */
                            dispatches: boolean;
                            /** @description Why it does not, as half a sentence. */
                            why_not: string | null;
                            /** @description When it looks next; null while it is off, looks or does a step. */
                            next_look_at: string | null;
                            changed_by: string | null;
                            changed_at: string | null;
                        };
                        /** @description All runs of the last 24 hours. */
                        budgets: {
                            /** @enum {string} */
                            budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                            /** @description Seconds, tokens, US dollars or retries, as the name says. */
                            limit: number;
                            /** @description Null: no agent has reported it. */
                            spent: number | null;
                            /** @description Null where `spent` is; never below 0. */
                            left: number | null;
                            /**
                             * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                             * @enum {string}
                             */
                            state: "within" | "warned" | "spent" | "unknown";
                            /** @description Runs, and writings of papers by a language model, that reported nothing of it; they are not in `spent`. */
                            unknown_runs: number;
                            /** @description True when there were more runs than are added up. */
                            at_least: boolean;
                            /** @description When it is free again if nothing more is run; null: it is free. */
                            free_at: string | null;
                        }[];
                        operator_counts: components["schemas"]["OperatorCounts"];
                        operator_detail_counts: {
                            queue: {
                                [key: string]: number;
                            };
                            papers: {
                                [key: string]: number;
                            };
                            reviews: {
                                [key: string]: number;
                            };
                            queue_total: number;
                        };
                        paper_pipeline: components["schemas"]["PipelineCounts"];
                        cards: {
                            id: string;
                            title: string;
                            value: number;
                            detail: string;
                        }[];
                        /** @description The first 20 that need a person. */
                        top_items: {
                            project_id: string;
                            project_name: string;
                            /** @enum {string} */
                            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                            /** @enum {string} */
                            operator_lane: "attention" | "running" | "queued" | "paused" | "write" | "finalize" | "publish_import" | "published_imported" | "done_no_paper";
                            reason: string;
                            next_step: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            since: string;
                        }[];
                        active: {
                            project_id: string;
                            project_name: string;
                            run_id: string | null;
                            /** @enum {string} */
                            status: "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling";
                            worker_target: string | null;
                            started_at: string | null;
                            /** @description Seconds since the start; null when that is unknown. */
                            age_seconds: number | null;
                            /** @description What the worker gate last said of the run. */
                            gate_state: string | null;
                            /** @description Of what the worker said. */
                            freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            };
                            next_step: string;
                        }[];
                        workers: {
                            target: string;
                            /** @enum {string} */
                            status: "new" | "unknown" | "healthy" | "degraded" | "unreachable";
                            /** @description Why no run could start there; null when nothing is. */
                            trouble: string | null;
                            /** @description Last preflight; null when there was none. */
                            observed_at: string | null;
                            freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            };
                        }[];
                        /** @description Null when nothing can be dispatched now. */
                        next_candidate: {
                            project_id: string;
                            project_name: string;
                            project_dir: string;
                            dispatch_priority: number;
                            selection_rank: number;
                            /** @description exec for a new session, resume to go on with the last one */
                            mode: string;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            worker_target: string;
                            /** @description The worker's normalised address */
                            lane: string;
                            /**
                             * @description What chose the worker: the item, a route of its class, the session it resumes, or nothing of the kind
                             * @enum {string}
                             */
                            route_rule: "machine_target" | "class_route" | "default" | "session";
                            route_reason: string;
                            /** @description Relative to the project folder */
                            prompt_file: string;
                        } | null;
                        /** @description Why that one, or why none. */
                        next_reason: string;
                        live_dispatch_enabled: boolean;
                        /** @description Newest first. */
                        recent_events: {
                            event_id: number;
                            event_type: string;
                            entity_type: string;
                            entity_id: string;
                            actor: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            created_at: string;
                            /** @description The payload in a few words; may be empty. */
                            summary: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "overview.past": {
        parameters: {
            query: {
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plane as it was after one event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PastOverview"];
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "queue.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of dispatch_priority, created_at, updated_at, project_id; with - in front from the last to the first. Without it: dispatch_priority. */
                sort?: string;
                search?: string;
                /** @description Where it stands. */
                status?: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                /** @description The project; there is one item for each. */
                project_id?: string;
                /** @description Words of its project to find it by. Absent where it is older than they are. Given several times, a row has all of them; words with a comma between them: any of these. */
                tag?: string[];
                /** @description The current or last run. */
                current_run_id?: string;
                /** @description URL of the worker it occupies while active. */
                lane?: string;
                /** @description State of the current or last run; null before the first. */
                last_run_state?: "prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled";
                /** @description Whether a person was asked to look. */
                manual_review_required?: boolean;
                /** @description Draft made of the current run, if any. */
                paper_id?: string;
                /** @description Worker it must run on; null: chosen by workload class. */
                machine_target?: string;
                /** @description What kind of work it is. */
                workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                /** @description Model of the agent; null: the configured one. */
                model?: string;
                /** @description Where an operator looks for it, worked out from what it leads to. */
                operator_lane?: "attention" | "running" | "queued" | "paused" | "write" | "finalize" | "publish_import" | "published_imported" | "done_no_paper";
                /** @description Adds counts: of all rows of the list, whatever it is narrowed to, how many have each of the 50 most used values. */
                counts?: "tag";
                /** @description Event id or ISO 8601 time: the list, its order and its counts as they were then. Not together with search. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["QueueRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of started_at, updated_at, run_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description Where it stands. */
                status?: "prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled";
                /** @description Where it stands. */
                state?: "prepared" | "dispatching" | "running" | "awaiting_wake" | "question_pending" | "wake_ready" | "session_finished_ready" | "gate_timeout" | "gate_error" | "reconciled" | "dispatch_error" | "canceled";
                /** @description Its id. */
                run_id?: string;
                /** @description What is run. */
                project_id?: string;
                /** @description Words of its project to find it by. Absent where it is older than they are. Given several times, a row has all of them; words with a comma between them: any of these. */
                tag?: string[];
                /** @description How the agent was started. */
                dispatch_mode?: "exec" | "resume";
                /** @description Name of the worker; null before it was chosen. */
                worker_target?: string;
                /** @description What kind of work it is, which chooses the idle profile. */
                workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                /** @description What the worker gate last said of it. */
                gate_state?: string;
                /** @description Adds counts: of all rows of the list, whatever it is narrowed to, how many have each of the 50 most used values. */
                counts?: "tag";
                /** @description Event id or ISO 8601 time: the list, its order and its counts as they were then. Not together with search. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["RunRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.get": {
        parameters: {
            query?: {
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at?: string;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        run: components["schemas"]["RunRow"];
                        /** @description Null when only the run is known. */
                        project: components["schemas"]["ProjectRow"] | null;
                        /** @description The newest 50. */
                        papers: components["schemas"]["PaperRow"][];
                        /** @description The newest 50, newest first. */
                        events: components["schemas"]["EventRow"][];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "projects.get": {
        parameters: {
            query?: {
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Null when only its queue item is known. */
                        project: components["schemas"]["ProjectRow"] | null;
                        /** @description Null when it is not in the queue. */
                        queue_item: components["schemas"]["QueueRow"] | null;
                        /** @description The newest 50. */
                        runs: components["schemas"]["RunRow"][];
                        /** @description The newest 50. */
                        papers: components["schemas"]["PaperRow"][];
                        /** @description The newest 50, newest first. */
                        events: components["schemas"]["EventRow"][];
                        /** @description Every worker ever observed. */
                        worker_observations: components["schemas"]["WorkerObservation"][];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of updated_at, paper_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description Where it stands. */
                status?: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                /** @description Where it stands. */
                paper_status?: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                /** @description Its id. */
                paper_id?: string;
                /** @description The project it is about. */
                project_id?: string;
                /** @description The run whose evidence it is made of. */
                run_id?: string;
                /** @description Words of its project to find it by. Absent where it is older than they are. Given several times, a row has all of them; words with a comma between them: any of these. */
                tag?: string[];
                /** @description Where an operator looks for it, worked out from what it leads to. */
                operator_lane?: "finalize" | "publish_import" | "published_imported" | "done_no_paper";
                /** @description Adds counts: of all rows of the list, whatever it is narrowed to, how many have each of the 50 most used values. */
                counts?: "tag";
                /** @description Event id or ISO 8601 time: the list, its order and its counts as they were then. Not together with search. */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["PaperRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.get": {
        parameters: {
            query?: {
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at?: string;
            };
            header?: never;
            path: {
                paper_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        paper: components["schemas"]["PaperRow"];
                        project: components["schemas"]["ProjectRow"] | null;
                        run: components["schemas"]["RunRow"] | null;
                        /** @description Publication automation; null until a draft was made. */
                        review: components["schemas"]["ReviewRecord"] | null;
                        /** @description How its experiment, done again, stands; null where nobody asked for that. */
                        replication: {
                            /** @enum {string} */
                            status: "waiting" | "comparing" | "agreed" | "disagreed" | "failed";
                            paper_id: string;
                            project_id: string;
                            run_id: string;
                            number: number;
                            requested_by: string | null;
                            child_project_id: string | null;
                            child_run_id: string | null;
                            seed: number | null;
                            machine_target: string | null;
                            comparison: {
                                /** @enum {string} */
                                verdict: "met" | "not_met" | "not_measured";
                                /** @enum {string} */
                                first_verdict: "met" | "not_met" | "not_measured";
                                /** @enum {string} */
                                intervals: "overlap" | "apart" | "none";
                                agrees: boolean;
                                text: string;
                                printed: string;
                            } | null;
                            last_error: string | null;
                            ended_at: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            updated_at: string;
                        } | null;
                        /** @description Null until an import was begun. */
                        corpus_entry: components["schemas"]["CorpusEntry"] | null;
                        /** @description The newest 50, newest first. */
                        events: components["schemas"]["EventRow"][];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_paper_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "events.list": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                entity_type?: string;
                entity_id?: string;
                event_type?: string;
                search?: string;
                /** @description Only events whose payload has this value there, written member:value: result:accepted, attempt:2, change.kind:queue_item, tags.0:gpu. May be given several times; all must hold. A page then may be short, or empty, while has_more is true. */
                payload?: string[];
                /** @description Event id or ISO 8601 time: the entity as it was then */
                at?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["EventRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "events.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        event: components["schemas"]["Event"];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_event_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "event_log.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Which log the ids of events are of; another one after events were lost. */
                        epoch: string;
                        /** @description Id of the last event. */
                        head: number;
                        /**
                         * @description `lost` until an operator has acknowledged what is gone.
                         * @enum {string}
                         */
                        status: "whole" | "lost";
                        /** @description The last loss that was found; null where there was none. */
                        loss: {
                            epoch: string;
                            finding: string;
                            message: string;
                            events_gone: number | null;
                            last_event_id: number;
                            last_event_at: string | null;
                            kept_event_id: number | null;
                            kept_at: string | null;
                        } | null;
                        acknowledged_by: string | null;
                        acknowledged_at: string | null;
                        note: string | null;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "event_log.archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    after_days?: number | null;
                    /** @default false */
                    trust_clock?: boolean;
                    /** @description No event after this one is moved, such as `due_to` of a dry run. */
                    up_to?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @description Whether the service archives by itself. */
                        scheduled: boolean;
                        after_days: number;
                        /** @description Files of the archive, with those of this request. */
                        files: number;
                        bytes: number;
                        /** @description Last event that lies in a file; 0: none. */
                        archived_to: number;
                        /** @description Payloads of them that the store has as well: something open may need them. */
                        kept: number;
                        /** @description Last event that is old enough. */
                        due_to: number;
                        due_count: number;
                        /** @description Daily looks at the log so far, no more than are needed. */
                        looks: number;
                        /** @description What keeps events that are old by the clock; null: nothing. */
                        waits_for: string | null;
                        made: {
                            first_id: number;
                            last_id: number;
                            file: string;
                            bytes: number;
                            sha256: string;
                            kept: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "event_log.acknowledge_loss": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    acknowledged_by?: string;
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        status: "whole" | "lost";
                        event_id: number | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_transition_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    automation_readiness: {
        parameters: {
            query?: {
                refresh_worker?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        readiness: "READY" | "BLOCKED";
                        /** @description The first check that is not ok; null when all are. */
                        first_failing: ("store_writable" | "disk_free" | "connections_accepted" | "queue_not_paused" | "maintenance_off" | "worker_preflight" | "planes_alike" | "outbox_moving" | "actors_in_service" | "no_dead_letters" | "actors_restored" | "counts_consistent" | "no_blocked_items" | "paper_writer_configured" | "corpus_state_explicit" | "papers_unchanged" | "event_chain_verified" | "event_log_whole" | "idea_folder_read" | "backup_recent" | "alerts_evaluated" | "alert_channels" | "heartbeat" | "live_dispatch_enabled" | "pump") | null;
                        /** @description Its detail. */
                        reason: string | null;
                        /** @description READY, nobody needed, and what is queued starts by itself: what the overview says. */
                        leave_alone: boolean;
                        /** @description Why it must not be left alone, one row a cause, the gravest first. */
                        reasons: components["schemas"]["Reason"][];
                        /** @description What goes unsaid or unsaved while it is left alone, the gravest first. */
                        cautions: components["schemas"]["Caution"][];
                        checks: {
                            /** @enum {string} */
                            name: "store_writable" | "disk_free" | "connections_accepted" | "queue_not_paused" | "maintenance_off" | "worker_preflight" | "planes_alike" | "outbox_moving" | "actors_in_service" | "no_dead_letters" | "actors_restored" | "counts_consistent" | "no_blocked_items" | "paper_writer_configured" | "corpus_state_explicit" | "papers_unchanged" | "event_chain_verified" | "event_log_whole" | "idea_folder_read" | "backup_recent" | "alerts_evaluated" | "alert_channels" | "heartbeat" | "live_dispatch_enabled" | "pump";
                            ok: boolean;
                            /**
                             * @description unknown: nobody has looked, or not lately; it counts as not ok.
                             * @enum {string}
                             */
                            status: "ok" | "failing" | "unknown";
                            detail: string;
                            evidence: {
                                [key: string]: unknown;
                            };
                            /** @description Since when it is not ok, where that is known. */
                            since: string | null;
                            /** @description The smallest act that would make it ok. */
                            action: string | null;
                            /** @description Which control plane has looked, where this one does not; null where it does. */
                            judged_by: string | null;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "alerts.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of updated_at, alert_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description pending: found, but not for long enough yet; suppressed: another alert explains it. */
                status?: "pending" | "firing" | "suppressed" | "resolved";
                /** @description Its id, made of the fingerprint. */
                alert_id?: string;
                /** @description The rule that found it. */
                alert_kind?: string;
                /** @description How grave it is. */
                severity?: "info" | "warn" | "critical";
                /** @description Alerts with the same key are told of in one incident. */
                group_key?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["AlertRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description When alerts are evaluated; null where no control plane that writes was started. */
                        watch: {
                            /** @enum {string} */
                            status: "off" | "watching";
                            interval_seconds: number;
                            /** @description Null: not yet, since the service was started. */
                            last_checked_at: string | null;
                            last_found: {
                                pending: number;
                                firing: number;
                                suppressed: number;
                                incidents: number;
                            } | null;
                            /** @description Why the last attempt came to nothing. */
                            last_error: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "incidents.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of updated_at, incident_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description opening: members come together, nobody was told; quiet: all is over, it may come back. */
                status?: "opening" | "open" | "quiet" | "closed";
                /** @description Its id: of the group, with its generation. */
                incident_id?: string;
                /** @description What its alerts have in common. */
                group_key?: string;
                /** @description Of the gravest member it ever had. */
                severity?: "info" | "warn" | "critical";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["IncidentRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "incidents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                incident_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        incident: components["schemas"]["IncidentRow"];
                        /** @description The newest 50, newest first. */
                        events: components["schemas"]["EventRow"][];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_incident_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "alerts.queue_check": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /**
                     * @description Has every incident with a standing alert say so now, whatever was said before.
                     * @default false
                     */
                    force_notify?: boolean;
                    /**
                     * @description Asks every worker first.
                     * @default false
                     */
                    refresh_worker?: boolean;
                    /** @default operator */
                    requested_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        alerts: {
                            alert_id: string;
                            /** @description Kind and subject: the same trouble has the same one. */
                            fingerprint: string;
                            /** @enum {string} */
                            alert_kind: "stale_item" | "hanging_item" | "worker_unreachable" | "callback_undeliverable" | "worker_telemetry_stale" | "worker_out_of_service" | "dispatch_errors" | "papers_wait" | "budget_warned" | "budget_spent" | "test" | "readiness";
                            subject: string;
                            /** @enum {string} */
                            severity: "info" | "warn" | "critical";
                            message: string;
                            /** @description When a check first found it; null before one that counted. */
                            raised_at: string | null;
                            /**
                             * @description What it is after the check, or would be.
                             * @enum {string}
                             */
                            status: "pending" | "firing" | "suppressed" | "resolved";
                            /** @description Fingerprint of the alert that explains it. */
                            suppressed_by: string | null;
                            /** @description Alerts with the same one are told of in one incident. */
                            group_key: string;
                            /** @description The incident that tells of it; null: none yet. */
                            incident_id: string | null;
                            suggested_action: string;
                            /** @description Since when the trouble itself lasts, where that is known. */
                            since: string | null;
                            /** @description True when the check before found it, too. */
                            already_raised: boolean;
                            /** @description When a service last took a message about it. */
                            notified_at: string | null;
                            /** @description Whether a message is due; the cooldown begins with each message of the incident. */
                            notification: {
                                due: boolean;
                                /** @enum {string} */
                                reason: "forced" | "never_notified" | "cooldown_over" | "cooling_down" | "told" | "pending" | "suppressed" | "information" | "no_channel";
                                /** @description When the message that waits may go; null: none waits. */
                                until: string | null;
                            };
                        }[];
                        /** @description Found before and not any more. */
                        resolved: {
                            /** @description Kind and subject: the same trouble has the same one. */
                            fingerprint: string;
                            alert_kind: string;
                            subject: string;
                            /** @enum {string} */
                            severity: "info" | "warn" | "critical";
                            message: string;
                            /** @description When a check first found it; null before one that counted. */
                            raised_at: string | null;
                        }[];
                        counts: {
                            alerts: number;
                            resolved: number;
                            notifications_due: number;
                        };
                        /** @description True only when a service took a message about an alert of this reply. */
                        notified: boolean;
                        /** @description What is said and what is not, in a sentence. */
                        notification_reason: string;
                        /** Format: date-time */
                        checked_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "notifications.list": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                /** @description Rows to leave out first, to begin anywhere in the list. Each is stepped over, half a million in about a tenth of a second where an index has what is asked for; from the other end, with the sort turned round, there may be fewer. */
                skip?: number;
                page_size?: number;
                /** @description One of updated_at, notification_id; with - in front from the last to the first. Without it: -updated_at. */
                sort?: string;
                search?: string;
                /** @description How far it is; delivered only with a receipt. */
                status?: "sending" | "waiting" | "delivered" | "undeliverable";
                /** @description The message and the channel; the service gets it with each attempt. */
                notification_id?: string;
                /** @description The channel that it goes over. */
                channel?: string;
                /** @description What it is about. */
                incident_id?: string;
                /** @description What it says of that. */
                news?: "firing" | "resolved" | "test";
                /** @description How grave it is. */
                severity?: "info" | "warn" | "critical";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["NotificationRow"][];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "notifications.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        notification: components["schemas"]["NotificationRow"];
                        /** @description What is told; null for one that was never asked for. */
                        message: {
                            incident_id: string;
                            /** @enum {string} */
                            news: "firing" | "resolved" | "test";
                            /** @enum {string} */
                            severity: "info" | "warn" | "critical";
                            alert_kind: string;
                            title: string;
                            text: string;
                            since: string | null;
                            said_at: string;
                            members: {
                                fingerprint: string;
                                subject: string;
                                message: string;
                            }[];
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_notification_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "alerts.test": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /**
                     * @description Only this channel; without it every one that is configured.
                     * @enum {string}
                     */
                    channel?: "pushover" | "ntfy" | "gotify" | "webhook" | "smtp" | "alertmanager";
                    /** @description Begins at a rule: an alert that is made up fires, and its incident tells of it over every channel. */
                    rule?: boolean;
                    /** @default operator */
                    requested_by?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description True only when every channel asked gave a receipt. */
                        delivered: boolean;
                        /** @description What ended the way before any channel; null where nothing did. */
                        summary: string | null;
                        results: {
                            channel: string;
                            notification_id: string;
                            /**
                             * @description How far it is; delivered only with a receipt.
                             * @enum {string}
                             */
                            status: "new" | "sending" | "waiting" | "delivered" | "undeliverable";
                            /** @description What the service at the other end gave for it. */
                            receipt: string | null;
                            attempts: number;
                            /** @description Why the last attempt brought no receipt. */
                            error: string | null;
                            /** @description What to do about it; null for a channel that works. */
                            action: string | null;
                        }[];
                        /** @description The way from the rule to the receipts, in order; empty without a rule. */
                        stations: {
                            /** @enum {string} */
                            station: "asked" | "found" | "fired" | "incident" | "told" | "delivered";
                            /** @description Of the last station. */
                            channel: string | null;
                            /** @description Null where it was not reached. */
                            at: string | null;
                            /** @description Since it was asked for. */
                            after_seconds: number | null;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "budgets.get": {
        parameters: {
            query?: {
                /** @description Adds what all runs and papers of this project have spent. */
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        limits: {
                            /** @description Null: no such budget. */
                            run_wall_sec: number | null;
                            /** @description Null: no such budget. */
                            run_tokens: number | null;
                            /** @description Null: no such budget. */
                            run_cost_usd: number | null;
                            /** @description Null: no such budget. */
                            project_wall_sec: number | null;
                            /** @description Null: no such budget. */
                            project_tokens: number | null;
                            /** @description Null: no such budget. */
                            project_cost_usd: number | null;
                            /** @description Null: no such budget. */
                            project_retries: number | null;
                            /** @description Null: no such budget. */
                            day_wall_sec: number | null;
                            /** @description Null: no such budget. */
                            day_tokens: number | null;
                            /** @description Null: no such budget. */
                            day_cost_usd: number | null;
                        };
                        /** @description Part of a limit that is warned of. */
                        warn_percent: number | null;
                        /** @description Every run under way. */
                        runs: {
                            project_id: string;
                            run_id: string | null;
                            /** @description Of its queue item. */
                            status: string;
                            /** @description Empty where nothing limits it. */
                            budget: {
                                /** @enum {string} */
                                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                                /** @description Seconds, tokens, US dollars or retries, as the name says. */
                                limit: number;
                                /** @description Null: no agent has reported it. */
                                spent: number | null;
                                /** @description Null where `spent` is; never below 0. */
                                left: number | null;
                                /**
                                 * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                                 * @enum {string}
                                 */
                                state: "within" | "warned" | "spent" | "unknown";
                            }[];
                            /** @description The budget for which it is being stopped; null: it is not. */
                            budget_stop: {
                                /** @enum {string} */
                                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                                spent: number;
                                limit: number;
                            } | null;
                            /** @description Dispatches that were tried again. */
                            retry_count: number;
                            /** @description How many may be. */
                            max_retries: number;
                        }[];
                        /** @description All runs of the project that was asked about; null when none was. */
                        project: {
                            project_id: string;
                            budget: {
                                /** @enum {string} */
                                budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                                /** @description Seconds, tokens, US dollars or retries, as the name says. */
                                limit: number;
                                /** @description Null: no agent has reported it. */
                                spent: number | null;
                                /** @description Null where `spent` is; never below 0. */
                                left: number | null;
                                /**
                                 * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                                 * @enum {string}
                                 */
                                state: "within" | "warned" | "spent" | "unknown";
                                /** @description Runs, and writings of papers by a language model, that reported nothing of it; they are not in `spent`. */
                                unknown_runs: number;
                                /** @description True when there were more runs than are added up. */
                                at_least: boolean;
                            }[];
                        } | null;
                        /** @description All runs of the last 24 hours. */
                        day: {
                            /** @enum {string} */
                            budget: "run_wall_sec" | "run_tokens" | "run_cost_usd" | "project_wall_sec" | "project_tokens" | "project_cost_usd" | "project_retries" | "day_wall_sec" | "day_tokens" | "day_cost_usd";
                            /** @description Seconds, tokens, US dollars or retries, as the name says. */
                            limit: number;
                            /** @description Null: no agent has reported it. */
                            spent: number | null;
                            /** @description Null where `spent` is; never below 0. */
                            left: number | null;
                            /**
                             * @description `warned` from budget_warn_percent on; `unknown`: not reported, which is not 0.
                             * @enum {string}
                             */
                            state: "within" | "warned" | "spent" | "unknown";
                            /** @description Runs, and writings of papers by a language model, that reported nothing of it; they are not in `spent`. */
                            unknown_runs: number;
                            /** @description True when there were more runs than are added up. */
                            at_least: boolean;
                            /** @description When it is free again if nothing more is run; null: it is free. */
                            free_at: string | null;
                        }[];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "report.get": {
        parameters: {
            query?: {
                /** @description Takes the place of `hours`. */
                since?: string;
                hours?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        since: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        until: string;
                        /** @description When the first event happened; of the time before nothing is known. Null: no event. */
                        log_begins_at: string | null;
                        /**
                         * Format: date-time
                         * @description When this process began; of the time before it tells what the log holds.
                         */
                        running_since: string;
                        sentence: string;
                        chapters: {
                            /** @enum {string} */
                            chapter: "ran" | "decided" | "papers" | "trouble" | "mended";
                            /** @description Events by type. */
                            counts: {
                                [key: string]: number;
                            };
                            /** @description More happened than is counted. */
                            at_least: boolean;
                            /** @description The newest 50. */
                            events: {
                                event_id: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 in UTC.
                                 */
                                at: string;
                                event_type: string;
                                entity_type: string;
                                entity_id: string;
                                actor: string;
                                summary: string;
                            }[];
                        }[];
                        workers: {
                            worker: string;
                            /** @description Runs that held it in that time. Null, as the hours, where more ran than a report looks at. */
                            runs: number | null;
                            /** @description Hours with a run. */
                            used_hours: number | null;
                            /** @description Hours without a run. */
                            idle_hours: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    settings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description What it was read from at the start. */
                        file: string;
                        sections: {
                            title: string;
                            about: string;
                            settings: {
                                name: string;
                                about: string;
                                /** @enum {string} */
                                kind: "boolean" | "integer" | "number" | "text" | "choice" | "url" | "path" | "secret" | "list" | "map";
                                unit: string | null;
                                min: number | null;
                                max: number | null;
                                choices: string[] | null;
                                /** @description As in the file; null where it is unset or hidden. */
                                value: unknown;
                                /** @description It is set, and a secret. */
                                hidden: boolean;
                                /**
                                 * @description Whether the file says so.
                                 * @enum {string}
                                 */
                                source: "default" | "file";
                                /** @description What it would be if the file said nothing; null: nothing. */
                                fallback: unknown;
                                /** @description What it means that it is unset; null where it is set. */
                                when_unset: string | null;
                            }[];
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "research.quality": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                status?: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            project_id: string;
                            project_name: string;
                            /** @enum {string} */
                            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                            run_id: string | null;
                            project_decision: ("finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project") | null;
                            evidence_strength: ("weak" | "moderate" | "strong") | null;
                            /** @description Verdict of the decision gate; null without one. */
                            positive: boolean | null;
                            signals: {
                                /** @enum {string} */
                                signal: "missing_success_threshold" | "missing_stop_condition" | "thin_evidence" | "decision_without_results" | "positive_decision_with_weak_evidence" | "duplicate";
                                /** @enum {string} */
                                confidence: "high" | "medium" | "low";
                                /** @enum {string} */
                                basis: "decision" | "idea_text" | "project";
                                detail: string;
                            }[];
                            /** @description For queued items. */
                            admission: {
                                /** @description Nothing blocks it; it may still wait for its lane. */
                                admissible: boolean;
                                worker_target: string | null;
                                reasons: {
                                    code: string;
                                    /** @enum {string} */
                                    effect: "blocks" | "waits" | "advises";
                                    detail: string;
                                }[];
                                /** @description What was recognised in the free text of the idea. */
                                readings: {
                                    success_threshold: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                    stop_condition: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                };
                            } | null;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Over the items that changed last; duplicates only among those. */
                        totals: {
                            examined: number;
                            queue_total: number;
                            /** @description True when there are more items than were looked at. */
                            capped: boolean;
                            cap: number;
                            by_signal: {
                                missing_success_threshold: number;
                                missing_stop_condition: number;
                                thin_evidence: number;
                                decision_without_results: number;
                                positive_decision_with_weak_evidence: number;
                                duplicate: number;
                            };
                            with_any_signal: number;
                            /** @description Ideas whose text could not be judged. */
                            text_unknown: number;
                            queued_examined: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "research.quality_alias": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                status?: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            project_id: string;
                            project_name: string;
                            /** @enum {string} */
                            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                            run_id: string | null;
                            project_decision: ("finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project") | null;
                            evidence_strength: ("weak" | "moderate" | "strong") | null;
                            /** @description Verdict of the decision gate; null without one. */
                            positive: boolean | null;
                            signals: {
                                /** @enum {string} */
                                signal: "missing_success_threshold" | "missing_stop_condition" | "thin_evidence" | "decision_without_results" | "positive_decision_with_weak_evidence" | "duplicate";
                                /** @enum {string} */
                                confidence: "high" | "medium" | "low";
                                /** @enum {string} */
                                basis: "decision" | "idea_text" | "project";
                                detail: string;
                            }[];
                            /** @description For queued items. */
                            admission: {
                                /** @description Nothing blocks it; it may still wait for its lane. */
                                admissible: boolean;
                                worker_target: string | null;
                                reasons: {
                                    code: string;
                                    /** @enum {string} */
                                    effect: "blocks" | "waits" | "advises";
                                    detail: string;
                                }[];
                                /** @description What was recognised in the free text of the idea. */
                                readings: {
                                    success_threshold: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                    stop_condition: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                };
                            } | null;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Over the items that changed last; duplicates only among those. */
                        totals: {
                            examined: number;
                            queue_total: number;
                            /** @description True when there are more items than were looked at. */
                            capped: boolean;
                            cap: number;
                            by_signal: {
                                missing_success_threshold: number;
                                missing_stop_condition: number;
                                thin_evidence: number;
                                decision_without_results: number;
                                positive_decision_with_weak_evidence: number;
                                duplicate: number;
                            };
                            with_any_signal: number;
                            /** @description Ideas whose text could not be judged. */
                            text_unknown: number;
                            queued_examined: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "research.lineage": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            project_id: string;
                            project_name: string;
                            /** Format: date-time */
                            created_at: string;
                            source: {
                                kind: string;
                                ref: string | null;
                                /** @description Mark of the batch of ideas it came with. */
                                intake_batch: string | null;
                            };
                            lineage_depth: number;
                            parent_project_id: string | null;
                            /** @description Its parent has no project record. */
                            is_orphan: boolean;
                            /** @description The nearest first. */
                            ancestors: string[];
                            ancestors_capped: boolean;
                            /** @description The first 10 by id. */
                            children: string[];
                            children_capped: boolean;
                            /** @description The follow-up launched from it, if any. */
                            followup: {
                                child_project_id: string;
                                /** @enum {string} */
                                type: "deepen" | "branch" | "retry";
                                /** Format: date-time */
                                launched_at: string;
                                launched_by: string;
                            } | null;
                            /** @description Projects with its title or source. */
                            duplicates: string[];
                            queue: {
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                paper_id: string | null;
                            } | null;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Over the rows of this page. */
                        totals: {
                            returned: number;
                            orphans: number;
                            with_duplicates: number;
                            with_children: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "research.lineage_alias": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            project_id: string;
                            project_name: string;
                            /** Format: date-time */
                            created_at: string;
                            source: {
                                kind: string;
                                ref: string | null;
                                /** @description Mark of the batch of ideas it came with. */
                                intake_batch: string | null;
                            };
                            lineage_depth: number;
                            parent_project_id: string | null;
                            /** @description Its parent has no project record. */
                            is_orphan: boolean;
                            /** @description The nearest first. */
                            ancestors: string[];
                            ancestors_capped: boolean;
                            /** @description The first 10 by id. */
                            children: string[];
                            children_capped: boolean;
                            /** @description The follow-up launched from it, if any. */
                            followup: {
                                child_project_id: string;
                                /** @enum {string} */
                                type: "deepen" | "branch" | "retry";
                                /** Format: date-time */
                                launched_at: string;
                                launched_by: string;
                            } | null;
                            /** @description Projects with its title or source. */
                            duplicates: string[];
                            queue: {
                                /** @enum {string} */
                                status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                                run_id: string | null;
                                paper_id: string | null;
                            } | null;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                        /** @description Over the rows of this page. */
                        totals: {
                            returned: number;
                            orphans: number;
                            with_duplicates: number;
                            with_children: number;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "research.candidates": {
        parameters: {
            query?: {
                cursor?: string;
                page_size?: number;
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            project_id: string;
                            project_name: string;
                            /** @enum {string} */
                            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                            run_id: string | null;
                            project_decision: ("finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project") | null;
                            evidence_strength: ("weak" | "moderate" | "strong") | null;
                            /** @description Verdict of the decision gate; null without one. */
                            positive: boolean | null;
                            signals: {
                                /** @enum {string} */
                                signal: "missing_success_threshold" | "missing_stop_condition" | "thin_evidence" | "decision_without_results" | "positive_decision_with_weak_evidence" | "duplicate";
                                /** @enum {string} */
                                confidence: "high" | "medium" | "low";
                                /** @enum {string} */
                                basis: "decision" | "idea_text" | "project";
                                detail: string;
                            }[];
                            /** @description For queued items. */
                            admission: {
                                /** @description Nothing blocks it; it may still wait for its lane. */
                                admissible: boolean;
                                worker_target: string | null;
                                reasons: {
                                    code: string;
                                    /** @enum {string} */
                                    effect: "blocks" | "waits" | "advises";
                                    detail: string;
                                }[];
                                /** @description What was recognised in the free text of the idea. */
                                readings: {
                                    success_threshold: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                    stop_condition: {
                                        /**
                                         * @description unknown: the text is too short, cut, or not in a wording that can be judged.
                                         * @enum {string}
                                         */
                                        state: "stated" | "missing" | "unknown";
                                        /** @enum {string} */
                                        confidence: "high" | "medium" | "low";
                                        /** @description How it was recognised, or why it could not be judged. */
                                        rule: string;
                                        matched: string | null;
                                    };
                                };
                            } | null;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "followups.launch_next": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @default operator */
                    requested_by?: string;
                    /** @description Only this parent is looked at. */
                    project_id?: string;
                    /**
                     * @description A follow-up deeper than this below the first project is not launched.
                     * @default 4
                     */
                    max_followup_depth?: number;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @enum {string} */
                        action: "noop" | "dry_run_followup" | "followup_queued";
                        reason: string;
                        /** @description The parent. */
                        candidate: {
                            project_id: string;
                            project_name: string;
                            run_id: string | null;
                            project_decision: ("finalize_positive" | "finalize_negative" | "needs_review" | "blocked" | "continue" | "branch_new_project") | null;
                            research_outcome: ("negative" | "useful_signal" | "paper_positive" | "needs_review" | "promising_if_scaled") | null;
                            evidence_strength: ("weak" | "moderate" | "strong") | null;
                            lineage_depth: number;
                        } | null;
                        /** @description The child, made of the fields of the decision of its parent. */
                        followup: {
                            /** @enum {string} */
                            type: "deepen" | "branch" | "retry";
                            title: string;
                            hypothesis: string;
                            required_evidence: string[];
                            success_threshold: string;
                            stop_condition: string;
                            project_id: string;
                            parent_project_id: string;
                            lineage_depth: number;
                            dispatch_priority: number;
                            machine_target: string | null;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            prompt: string;
                        } | null;
                        /** @description Event of the launch; null when nothing was launched. */
                        event_id: number | null;
                        /** @description Candidates before it that cannot be launched, and why; the first 20. */
                        skipped: {
                            project_id: string;
                            reason: string;
                        }[];
                        skipped_count: number;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_plan_not_found_queue_item_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_plan_changed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "runs.telemetry": {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                /** @description Most buckets to be told; there are fewer where less was recorded. */
                points?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        from: string;
                        to: string;
                        bucket_sec: number;
                        buckets: number;
                        sample_interval_sec: number;
                        gpus: {
                            uuid: string;
                            index: number;
                            name: string;
                        }[] | null;
                        machine: {
                            points: number[];
                            readings: {
                                name: string;
                                gpu_uuid: string | null;
                                known: number[];
                                min: (number | null)[];
                                mean: (number | null)[];
                                max: (number | null)[];
                            }[];
                        };
                        run: {
                            points: number[];
                            readings: {
                                name: string;
                                gpu_uuid: string | null;
                                known: number[];
                                min: (number | null)[];
                                mean: (number | null)[];
                                max: (number | null)[];
                            }[];
                            idle_states: (string | null)[];
                        } | null;
                        store: {
                            queued: number;
                            queue_max: number;
                            written: number;
                            dropped: number;
                            last_written_at: string | null;
                            last_error: string | null;
                            point_rows: number;
                            minute_rows: number;
                        };
                        run_id: string;
                        /** @constant */
                        source: "worker";
                        worker_target: string;
                        /**
                         * Format: date-time
                         * @description When the worker's answer came.
                         */
                        observed_at: string;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            409: components["responses"]["Problem409_not_eligible"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.idle_reckoning": {
        parameters: {
            query?: {
                /** @description Class whose profile is used, as this service is configured; absent: its own. */
                profile?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                /** @description Seconds that all must be quiet; absent: those of the profile. */
                sustain_sec?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        run_id: string;
                        /** @enum {string} */
                        profile: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                        sustain_sec: number;
                        /**
                         * Format: date-time
                         * @description Begin of the waiting that was played, by the worker's clock.
                         */
                        from: string;
                        /**
                         * Format: date-time
                         * @description End of it: the verdict there was. Nothing after it is known of the run.
                         */
                        to: string;
                        bucket_sec: number;
                        readings: number;
                        /** @description True where several readings became one, the highest: the end may be earlier. */
                        is_coarse: boolean;
                        /**
                         * @description idle or timed_out; any other: no verdict by the end.
                         * @enum {string}
                         */
                        state: "warming" | "busy" | "quiet_candidate" | "idle" | "timed_out" | "sensor_unknown" | "suspect_sensor";
                        /** @description When it would have ended; null: not by the end. */
                        at: string | null;
                        /** @description How long quiet had lasted by then. */
                        quiet_sec: number;
                        /** @description How long it had to last, evidence considered. */
                        required_sec: number;
                        reasons: string[];
                        actual: {
                            /** @enum {string} */
                            verdict: "idle" | "timed_out";
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            at: string;
                            sustain_sec: number;
                        };
                        /** @constant */
                        source: "worker";
                        worker_target: string;
                        /**
                         * Format: date-time
                         * @description When the worker's answer came.
                         */
                        observed_at: string;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            409: components["responses"]["Problem409_not_eligible"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.log": {
        parameters: {
            query?: {
                /** @description In bytes; negative: counted from the end, which an older worker refuses. */
                offset?: number;
                limit?: number;
                /** @description The reply waits this long for more text, or until the run is over. */
                wait_sec?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        run_id: string;
                        /** @description Where the text begins, in bytes. */
                        offset: number;
                        /** @description Where to read on. */
                        next_offset: number;
                        size_bytes: number;
                        eof: boolean;
                        text: string;
                        /** @description The part asked for that was dropped to keep the log within its bound. */
                        dropped: {
                            from: number;
                            to: number;
                        } | null;
                        /** @description True when nothing more can come; null when the worker does not say. */
                        run_over: boolean | null;
                        /** @constant */
                        source: "worker";
                        worker_target: string;
                        /**
                         * Format: date-time
                         * @description When the worker's answer came.
                         */
                        observed_at: string;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            409: components["responses"]["Problem409_not_eligible"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.processes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        run_id: string;
                        boot_id: string;
                        alive: number;
                        processes: {
                            pid: number;
                            start_ticks: number;
                            name: string;
                            mark: string;
                            user_id: number | null;
                            started_at: string | null;
                            rss_mib: number | null;
                            cpu_sec: number | null;
                            gpus: {
                                uuid: string;
                                index: number;
                                name: string;
                            }[] | null;
                            why_not: string | null;
                        }[];
                        /** @constant */
                        source: "worker";
                        worker_target: string;
                        /**
                         * Format: date-time
                         * @description When the worker's answer came.
                         */
                        observed_at: string;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            409: components["responses"]["Problem409_not_eligible"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "runs.end_process": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                run_id: string;
                pid: number;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /** @default true */
                    dry_run?: boolean;
                    /** @description As the list told it; with `dry_run` false it or a plan is needed. */
                    start_ticks?: number;
                    /** @description As the list told it. */
                    boot_id?: string;
                    /** @description With `dry_run` false: the plan of a dry run with the same body. Exactly what it chose is done, or nothing (409 `plan_changed`, with the differences). */
                    plan_id?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        run_id: string;
                        project_id: string;
                        worker_target: string;
                        pid: number;
                        name: string | null;
                        /** @description Memory it holds, or held when it was told to end */
                        rss_mib: number | null;
                        /** @description Of a dry run */
                        started_at: string | null;
                        /** @description Of a dry run: by what it is known to be of the run */
                        mark: string | null;
                        /** @description What came of it, or would, in words */
                        message: string;
                        /** @description Of a dry run */
                        would_end: boolean | null;
                        /** @description Of a dry run: what follows */
                        consequence: string | null;
                        /** @description `ended`, `killed` or `gone`; null for a dry run */
                        outcome: ("ended" | "killed" | "gone" | "survived" | "failed") | null;
                        /** @description First audit event of the change; null when nothing changed. */
                        event_id: number | null;
                        /** @description Of a dry run: the same request with `dry_run` false and this id does exactly that. */
                        plan_id?: string;
                        /** @description What the dry run chose, frozen. */
                        plan?: {
                            /**
                             * Format: date-time
                             * @description Until then it is held, if the service is not restarted.
                             */
                            expires_at: string;
                            eligible: {
                                kind: string;
                                id: string;
                                version: number | null;
                                /** @description What would be done. */
                                act: string;
                                /** @description What the choice rests on. */
                                values: {
                                    [key: string]: string | number | boolean | null;
                                };
                            }[];
                            skipped: {
                                id: string;
                                reason: string;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found_plan_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_not_eligible_plan_changed_process_changed_process_not_permitted"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            502: components["responses"]["Problem502_worker_unreachable_worker_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered. */
            101: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            403: components["responses"]["Problem403_origin_not_allowed"];
            426: components["responses"]["Problem426_upgrade_required"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    openapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.1 document of the routes that this service has. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        openapi: string;
                        info: {
                            title: string;
                            version: string;
                        } & {
                            [key: string]: unknown;
                        };
                        paths: {
                            [key: string]: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        };
                        components: {
                            [key: string]: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "queues.list": {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                sort?: string;
                search?: string;
                status?: "" | "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
            };
            header?: never;
            path: {
                queue: "active" | "queued" | "blocked" | "paused" | "completed" | "all";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["QueueRow"][];
                        page: number;
                        page_size: number;
                        total: number;
                        pages: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "papers.older_list": {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                sort?: string;
                search?: string;
                status?: "" | "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: components["schemas"]["PaperRow"][];
                        page: number;
                        page_size: number;
                        total: number;
                        pages: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "events.older_list": {
        parameters: {
            query?: {
                page?: number;
                page_size?: number;
                search?: string;
                entity_type?: string;
                entity_id?: string;
                event_type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            /** @description Without gaps, from 1. */
                            event_id: number;
                            event_type: string;
                            entity_type: string;
                            entity_id: string;
                            /** @description What happened; `change.set` holds the members of the entity that changed. */
                            payload: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                            idempotency_key: string | null;
                            /** @description Who asked for it, or the part of the service that did it. */
                            actor: string;
                            /** @description Event that led to this one; null when none did. */
                            cause_id: number | null;
                            /** @description The same for everything that one request led to. */
                            correlation_id: string;
                            /** @description Hash of the event before. */
                            prev_hash: string;
                            /** @description SHA-256 of prev_hash and the canonical JSON of the event. */
                            hash: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            created_at: string;
                            /** @description Size of the whole payload; present when a long text of it was cut. */
                            payload_bytes?: number;
                        }[];
                        page: number;
                        page_size: number;
                        total: number;
                        pages: number;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "projects.older_get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Null when only its queue item is known. */
                        project: components["schemas"]["ProjectRow"] | null;
                        /** @description Null when it is not in the queue. */
                        queue_item: components["schemas"]["QueueRow"] | null;
                        /** @description The newest 50. */
                        runs: components["schemas"]["RunRow"][];
                        /** @description The newest 50. */
                        papers: components["schemas"]["PaperRow"][];
                        /** @description The newest 50, newest first. */
                        events: components["schemas"]["EventRow"][];
                        /** @description Every worker ever observed. */
                        worker_observations: components["schemas"]["WorkerObservation"][];
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        generated_at: string;
                        /** @description What answered: `store`. */
                        source: string;
                        /** @description Present when it is shown as it was */
                        as_of?: {
                            /** @description Last event that counts */
                            event_id: number;
                            /**
                             * Format: date-time
                             * @description When it was written
                             */
                            at: string;
                        };
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.legacy": {
        parameters: {
            query?: {
                limit?: number;
                event_limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description As /control/api/status answers. */
                        status: {
                            /** @constant */
                            ok: true;
                            /** @description True when there is no blocker and no critical conflict; a busy lane is neither. */
                            dispatch_safe: boolean;
                            dispatch_blockers: string[];
                            flags: {
                                queue_paused: boolean;
                                maintenance_mode: boolean;
                            };
                            /** @description Items by status (a status without items is left out), papers, and all items. */
                            counts: {
                                queued?: number;
                                dispatching?: number;
                                running?: number;
                                awaiting_wake?: number;
                                wake_received?: number;
                                reconciling?: number;
                                needs_review?: number;
                                blocked?: number;
                                dispatch_error?: number;
                                paused?: number;
                                completed?: number;
                                canceled?: number;
                                papers: number;
                                queue_total: number;
                            };
                            active_items: ({
                                project_id: string;
                                status: string;
                            } & {
                                [key: string]: unknown;
                            })[];
                            source_freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            }[];
                            warnings: {
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                source: string;
                                /** @description Whose word it is: the store, a worker, the configuration. */
                                authority: string;
                                message: string;
                                /** Format: date-time */
                                observed_at: string;
                                suggested_action: string;
                                data: {
                                    [key: string]: unknown;
                                };
                            }[];
                            /** @description Where the store contradicts itself. */
                            conflicts: {
                                /** @enum {string} */
                                severity: "info" | "warn" | "critical";
                                source: string;
                                /** @description Whose word it is: the store, a worker, the configuration. */
                                authority: string;
                                message: string;
                                /** Format: date-time */
                                observed_at: string;
                                suggested_action: string;
                                data: {
                                    [key: string]: unknown;
                                };
                            }[];
                            live_dispatch_enabled: boolean;
                            /** Format: date-time */
                            generated_at: string;
                        };
                        queue: {
                            active: {
                                /** @description Number of rows of the group, shown or not. */
                                total: number;
                                rows: components["schemas"]["QueueRow"][];
                            };
                            queued: {
                                /** @description Number of rows of the group, shown or not. */
                                total: number;
                                rows: components["schemas"]["QueueRow"][];
                            };
                            blocked: {
                                /** @description Number of rows of the group, shown or not. */
                                total: number;
                                rows: components["schemas"]["QueueRow"][];
                            };
                            paused: {
                                /** @description Number of rows of the group, shown or not. */
                                total: number;
                                rows: components["schemas"]["QueueRow"][];
                            };
                            completed: {
                                /** @description Number of rows of the group, shown or not. */
                                total: number;
                                rows: components["schemas"]["QueueRow"][];
                            };
                        };
                        /** @description Last changed first. */
                        runs: components["schemas"]["RunRow"][];
                        /** @description Last changed first. */
                        papers: components["schemas"]["PaperRow"][];
                        /** @description Newest first. */
                        events: components["schemas"]["EventRow"][];
                        workers: {
                            target: string;
                            /** @enum {string} */
                            status: "unknown" | "healthy" | "degraded" | "unreachable";
                            reason: string | null;
                            trouble: string | null;
                            observed_at: string | null;
                            freshness: {
                                /** @enum {string} */
                                source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                                authority: string;
                                /** @description Null when it was never observed. */
                                observed_at: string | null;
                                /** @description Null for what does not grow stale with time. */
                                ttl_seconds: number | null;
                                fresh_until: string | null;
                                stale: boolean;
                                /** @enum {string} */
                                status: "ok" | "stale" | "unknown" | "failed";
                                detail: string;
                            };
                        }[];
                        limits: {
                            limit: number;
                            event_limit: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "export.snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Another one for every export. */
                        idempotency_key: string;
                        source: string;
                        /** @enum {string} */
                        mode: "off" | "shadow" | "compare" | "enforce";
                        /** Format: date-time */
                        captured_at: string;
                        queue_rows: {
                            project_id: string;
                            /** @enum {string} */
                            status: "queued" | "dispatching" | "running" | "awaiting_wake" | "wake_received" | "reconciling" | "needs_review" | "blocked" | "dispatch_error" | "paused" | "completed" | "canceled";
                            dispatch_priority: number;
                            manual_review_required: boolean;
                            current_run_id: string | null;
                            machine_target: string | null;
                            paper_id: string | null;
                            /** @description Absent while there is no verdict. */
                            gate_positive?: boolean;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        paper_rows: {
                            paper_id: string;
                            project_id: string;
                            run_id: string;
                            /** @enum {string} */
                            paper_status: "eligible" | "draft_generating" | "draft_review" | "publication_generating" | "publication_draft" | "human_review_required" | "archived";
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_snapshot_too_large"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "intake.legacy_notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Whether ideas can be posted here. */
                        enabled: boolean;
                        message: string;
                        /** @description The last batch that came through here; null: none did. */
                        latest_observation: {
                            event_id: number;
                            /** Format: date-time */
                            observed_at: string;
                            source: string;
                            created: number;
                            skipped: number;
                            requested_by: string;
                        } | null;
                        queued_projects: {
                            total: number;
                            rows: {
                                project_id: string;
                                project_name: string;
                                dispatch_priority: number;
                                /** Format: date-time */
                                created_at: string;
                            }[];
                        };
                        /** @description Why ideas of the recent batches became no project. */
                        skipped_reason_counts: {
                            [key: string]: number;
                        };
                        /** @description Of every source, newest first. */
                        recent_intake_events: {
                            event_id: number;
                            /** Format: date-time */
                            observed_at: string;
                            source: string;
                            created: number;
                            skipped: number;
                            requested_by: string;
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "intake.legacy_notes_post": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 10485760 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: unknown;
                } & {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        source: string;
                        /** @description The event of the batch; null for a dry run */
                        inserted_event: number | null;
                        created: number;
                        updated: number;
                        skipped: number;
                        candidates: {
                            /** @description Position in ideas */
                            index: number;
                            project_id: string;
                            title: string;
                            dispatch_priority: number;
                            /** @enum {string} */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            machine_target: string | null;
                            parent_project_id: string | null;
                        }[];
                        skipped_rows: {
                            index: number;
                            title: string;
                            reason: string;
                            /** @description The project it repeats, where it is a duplicate */
                            duplicate_of: string | null;
                            detail?: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict"];
            410: components["responses"]["Problem410_gone"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "legacy.event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            401: components["responses"]["Problem401_unauthorized"];
            410: components["responses"]["Problem410_gone"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "observability.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        enabled: boolean;
                        message: string;
                        since: string | null;
                        slow_ms: number;
                        window_requests_max: number;
                        routes: {
                            /** @description Id of the route; `none`: no route, or not let in. */
                            route: string;
                            count: number;
                            /** @description Answers with a status of 500 and above. */
                            errors: number;
                            /** @description Answers with a status from 400 to 499. */
                            refusals: number;
                            /** @description Requests that took at least `slow_ms`. */
                            slow: number;
                            /** @description Over the last requests of the route, at most `window_requests_max`. */
                            window: {
                                requests: number;
                                p50_ms: number;
                                p95_ms: number;
                                p99_ms: number;
                                max_ms: number;
                            };
                            /** Format: date-time */
                            last_at: string;
                        }[];
                        /** @description The file that takes a line per request; null while nothing is written. */
                        log: {
                            path: string;
                            /** @enum {string} */
                            state: "idle" | "ok" | "failing" | "closed";
                            written_lines: number;
                            dropped_lines: number;
                            queued_lines: number;
                            file_bytes: number | null;
                            rotations: number;
                            last_error: string | null;
                        } | null;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "observability.memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description Whether requests are recorded; memory is read in any case. */
                        enabled: boolean;
                        /** @enum {string} */
                        status: "ok" | "warning" | "no_threshold";
                        message: string;
                        /** @description 0: nothing is warned of. */
                        warn_rss_mib: number;
                        rss_mib: number;
                        process: {
                            rss_bytes: number;
                            heap_total_bytes: number;
                            heap_used_bytes: number;
                            external_bytes: number;
                            array_buffers_bytes: number;
                        };
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "core.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        service: string;
                        /**
                         * @description The mode that is configured.
                         * @enum {string}
                         */
                        mode: "off" | "shadow" | "compare" | "enforce";
                        db_path: string;
                        /** Format: date-time */
                        timestamp: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "core.snapshot": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 67108864 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    idempotency_key: string;
                    /**
                     * @description Who sends it, for people.
                     * @default
                     */
                    source?: string;
                    /**
                     * @description Mode the sender reckons with. The configured mode counts; a difference is said.
                     * @enum {string}
                     */
                    mode?: "off" | "shadow" | "compare" | "enforce";
                    /**
                     * @description Rows of the queue, in any order. Read are `project_id`, the status and the members of the same names in our own lists; a row may hold anything else.
                     * @default []
                     */
                    queue_rows?: {
                        [key: string]: unknown;
                    }[];
                    /**
                     * @description Rows of the papers, in any order. Read are `paper_id`, the status and the members of the same names in our own lists; a row may hold anything else.
                     * @default []
                     */
                    paper_rows?: {
                        [key: string]: unknown;
                    }[];
                    /**
                     * Format: date-time
                     * @description When the rows were read. A snapshot older than the projected one is set aside.
                     */
                    captured_at?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /**
                         * @description The mode that is configured.
                         * @enum {string}
                         */
                        mode: "off" | "shadow" | "compare" | "enforce";
                        /** @description True when this request recorded it; false for a repeat. */
                        inserted: boolean;
                        /** @description Of the event `core.snapshot_recorded`; of `core.snapshot_applied` where differences were applied. */
                        event_id: number | null;
                        /** @description Snapshots are numbered from 1. */
                        snapshot_id: number;
                        queue_rows: number;
                        paper_rows: number;
                        /** @description Whether its legal differences are applied to the queue: in mode `enforce` alone. */
                        would_apply: boolean;
                        /** @description Differences that were applied. */
                        applied: number;
                        /** @description The others, listed or not; 0 but in mode `enforce`. */
                        not_applied: number;
                        /** @description In mode `enforce`: each with what was done about it, or why nothing was. */
                        differences: {
                            /** @enum {string} */
                            kind: "missing_in_queue" | "missing_in_snapshot" | "field_differs" | "repeated_in_snapshot";
                            /** @enum {string} */
                            entity: "queue_item" | "paper";
                            id: string;
                            field: string | null;
                            snapshot_value: string | null;
                            live_value: string | null;
                            /** @default false */
                            would_apply: boolean;
                            /** @default false */
                            applied: boolean;
                            /** @default  */
                            message: string;
                            first_snapshot_id: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            first_seen_at: string;
                        }[];
                        message: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_idempotency_conflict_core_mode_refused"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "core.projection": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /**
                         * @description The mode that is configured.
                         * @enum {string}
                         */
                        mode: "off" | "shadow" | "compare" | "enforce";
                        /** @description Label of the rules by which it is computed. */
                        projection_version: string;
                        total_queue_rows: number;
                        total_paper_rows: number;
                        /** @description Queue rows by status; `unknown` for words not known here. */
                        status_counts: {
                            [key: string]: number;
                        };
                        paper_status_counts: {
                            [key: string]: number;
                        };
                        /** @description Rows in an active status; `null` where the source does not say. */
                        active_rows: {
                            project_id: string;
                            status: string;
                            dispatch_priority: number | null;
                            manual_review_required: boolean | null;
                            current_run_id: string | null;
                            machine_target: string | null;
                            updated_at: string | null;
                        }[];
                        /** @description Number of active rows, listed or not. */
                        active_total: number;
                        /** @description Completed rows with a positive decision and without a paper. */
                        draft_candidate_count: number;
                        /** @description Papers in `draft_review`. */
                        polish_candidate_count: number;
                        warnings: string[];
                        /** @description The snapshot that is projected; null while there is none. */
                        snapshot: {
                            snapshot_id: number;
                            /** @description Larger when later arrivals were older and set aside. */
                            latest_snapshot_id: number;
                            source: string;
                            captured_at: string | null;
                            content_sha256: string | null;
                            taken_in_mode: ("off" | "shadow" | "compare" | "enforce") | null;
                        } | null;
                        freshness: {
                            /** @enum {string} */
                            source: "store" | "config" | "worker_preflight" | "worker_telemetry" | "run_report" | "intake" | "core_snapshot";
                            authority: string;
                            /** @description Null when it was never observed. */
                            observed_at: string | null;
                            /** @description Null for what does not grow stale with time. */
                            ttl_seconds: number | null;
                            fresh_until: string | null;
                            stale: boolean;
                            /** @enum {string} */
                            status: "ok" | "stale" | "unknown" | "failed";
                            detail: string;
                        };
                        /** @description The last comparison with the live queue, in mode `compare` or `enforce`. */
                        comparison: {
                            snapshot_id: number;
                            live_queue_rows: number;
                            live_paper_rows: number;
                            divergence_count: number;
                            by_kind: {
                                [key: string]: number;
                            };
                            live_head_from: number;
                            live_head_to: number;
                        } | null;
                        /** @description What it found, each with the snapshot that showed it first; those that can be applied come first. */
                        divergences: {
                            /** @enum {string} */
                            kind: "missing_in_queue" | "missing_in_snapshot" | "field_differs" | "repeated_in_snapshot";
                            /** @enum {string} */
                            entity: "queue_item" | "paper";
                            id: string;
                            field: string | null;
                            snapshot_value: string | null;
                            live_value: string | null;
                            /** @default false */
                            would_apply: boolean;
                            /** @default false */
                            applied: boolean;
                            /** @default  */
                            message: string;
                            first_snapshot_id: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            first_seen_at: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "core.divergences": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
                /** @description Only those that mode `enforce` applies, or only the others. */
                would_apply?: boolean;
                /** @description Only those that were applied, or only the others. */
                applied?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            /** @enum {string} */
                            kind: "missing_in_queue" | "missing_in_snapshot" | "field_differs" | "repeated_in_snapshot";
                            /** @enum {string} */
                            entity: "queue_item" | "paper";
                            id: string;
                            field: string | null;
                            snapshot_value: string | null;
                            live_value: string | null;
                            /** @default false */
                            would_apply: boolean;
                            /** @default false */
                            applied: boolean;
                            /** @default  */
                            message: string;
                            first_snapshot_id: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 in UTC.
                             */
                            first_seen_at: string;
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.prepare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    run_id: string;
                    project_id: string;
                    project_name: string;
                    project_dir: string;
                    prompt_file: string;
                    prompt_text: string;
                    /** @default false */
                    overwrite?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        gate_id?: string;
                        prepared: {
                            project_dir: string;
                            prompt_file: string;
                            metadata_file: string;
                        };
                        /** @default false */
                        replayed: boolean;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request_path_escape"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_run_conflict_run_fenced_worker_busy_project_exists"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.dispatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    run_id: string;
                    project_id: string;
                    project_dir: string;
                    prompt_file: string;
                    /** @enum {string} */
                    mode: "exec" | "resume";
                    model: string;
                    /** @enum {string} */
                    reasoning_effort: "low" | "medium" | "high" | "xhigh";
                    sandbox: string;
                    session_id?: string | null;
                    /** @enum {string} */
                    workload_class?: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                    fencing?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        dispatch: {
                            run_id: string;
                            pid: number;
                            pgid: number | null;
                            session_id?: string | null;
                            replayed: boolean;
                        };
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request_path_escape"];
            401: components["responses"]["Problem401_unauthorized"];
            409: components["responses"]["Problem409_run_conflict_run_fenced_worker_busy"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal_dispatch_script_missing"];
            502: components["responses"]["Problem502_dispatch_script_failed"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
            504: components["responses"]["Problem504_dispatch_script_timeout"];
        };
    };
    "gate.runs": {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runs: {
                            /** @description Its id. */
                            run_id: string;
                            /** @description What is run. */
                            project_id: string;
                            /** @description Its folder below the project root. */
                            project_dir: string;
                            /**
                             * @description Where it stands.
                             * @enum {string}
                             */
                            status: "new" | "prepared" | "starting" | "running" | "quieting" | "ready" | "timed_out" | "failed" | "stopping" | "stopped" | "fenced";
                            /**
                             * @description How the agent was started.
                             * @enum {string}
                             */
                            mode: "exec" | "resume";
                            /**
                             * @description Which idle profile judges it.
                             * @enum {string}
                             */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            /** @description Process of the agent. */
                            pid: number | null;
                            /** @description Its process group. */
                            pgid: number | null;
                            /** @description The agent's session. */
                            session_id: string | null;
                            /** @description Of the agent; null while it runs. */
                            exit_code: number | null;
                            /** @description What the idle gate last saw. */
                            idle_state: ("warming" | "busy" | "quiet_candidate" | "idle" | "timed_out" | "sensor_unknown" | "suspect_sensor") | null;
                            /** @description Why it failed; null when it did not. */
                            last_error: string | null;
                            /** @description When the agent was started. */
                            started_at: string | null;
                            /** @description When the agent was gone. */
                            agent_exited_at: string | null;
                            /** @description When the run was over. */
                            ended_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was prepared.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When it last changed.
                             */
                            updated_at: string;
                            live: boolean;
                            usage?: {
                                /** @description Tokens; null: not reported. */
                                tokens: number | null;
                                /** @description US dollars; null: not reported. */
                                cost_usd: number | null;
                            };
                        }[];
                        live_count: number;
                        gate_id?: string;
                        callback_token_fingerprint: string;
                        callbacks?: {
                            waiting: number;
                            parked: number;
                            parked_codes?: number[];
                            oldest_at: string | null;
                        };
                        bench?: {
                            out_of_service: number;
                            dead_letters: number;
                        };
                        store_trouble?: string | null;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.run": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: {
                            /** @description Its id. */
                            run_id: string;
                            /** @description What is run. */
                            project_id: string;
                            /** @description Its folder below the project root. */
                            project_dir: string;
                            /**
                             * @description Where it stands.
                             * @enum {string}
                             */
                            status: "new" | "prepared" | "starting" | "running" | "quieting" | "ready" | "timed_out" | "failed" | "stopping" | "stopped" | "fenced";
                            /**
                             * @description How the agent was started.
                             * @enum {string}
                             */
                            mode: "exec" | "resume";
                            /**
                             * @description Which idle profile judges it.
                             * @enum {string}
                             */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            /** @description Process of the agent. */
                            pid: number | null;
                            /** @description Its process group. */
                            pgid: number | null;
                            /** @description The agent's session. */
                            session_id: string | null;
                            /** @description Of the agent; null while it runs. */
                            exit_code: number | null;
                            /** @description What the idle gate last saw. */
                            idle_state: ("warming" | "busy" | "quiet_candidate" | "idle" | "timed_out" | "sensor_unknown" | "suspect_sensor") | null;
                            /** @description Why it failed; null when it did not. */
                            last_error: string | null;
                            /** @description When the agent was started. */
                            started_at: string | null;
                            /** @description When the agent was gone. */
                            agent_exited_at: string | null;
                            /** @description When the run was over. */
                            ended_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was prepared.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When it last changed.
                             */
                            updated_at: string;
                            live: boolean;
                            usage?: {
                                /** @description Tokens; null: not reported. */
                                tokens: number | null;
                                /** @description US dollars; null: not reported. */
                                cost_usd: number | null;
                            };
                        };
                        process_tree: {
                            [key: string]: components["schemas"]["JsonValue"];
                        } | null;
                        idle_window: {
                            [key: string]: components["schemas"]["JsonValue"];
                        } | null;
                        receipt: {
                            [key: string]: components["schemas"]["JsonValue"];
                        } | null;
                        samples: {
                            [key: string]: components["schemas"]["JsonValue"];
                        }[];
                        log_tail: {
                            text: string;
                            offset: number;
                            size_bytes: number;
                            dropped?: {
                                from: number;
                                to: number;
                            };
                            problem?: string;
                            bounded?: {
                                method: string;
                                reason: string | null;
                            };
                        } | null;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.stop": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @default asked by the control plane */
                    reason?: string;
                    /** @default 5 */
                    grace_sec?: number;
                    report?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        run: {
                            /** @description Its id. */
                            run_id: string;
                            /** @description What is run. */
                            project_id: string;
                            /** @description Its folder below the project root. */
                            project_dir: string;
                            /**
                             * @description Where it stands.
                             * @enum {string}
                             */
                            status: "new" | "prepared" | "starting" | "running" | "quieting" | "ready" | "timed_out" | "failed" | "stopping" | "stopped" | "fenced";
                            /**
                             * @description How the agent was started.
                             * @enum {string}
                             */
                            mode: "exec" | "resume";
                            /**
                             * @description Which idle profile judges it.
                             * @enum {string}
                             */
                            workload_class: "unknown" | "cpu_only" | "gpu_required" | "inference_eval" | "training" | "control_plane" | "agent_harness";
                            /** @description Process of the agent. */
                            pid: number | null;
                            /** @description Its process group. */
                            pgid: number | null;
                            /** @description The agent's session. */
                            session_id: string | null;
                            /** @description Of the agent; null while it runs. */
                            exit_code: number | null;
                            /** @description What the idle gate last saw. */
                            idle_state: ("warming" | "busy" | "quiet_candidate" | "idle" | "timed_out" | "sensor_unknown" | "suspect_sensor") | null;
                            /** @description Why it failed; null when it did not. */
                            last_error: string | null;
                            /** @description When the agent was started. */
                            started_at: string | null;
                            /** @description When the agent was gone. */
                            agent_exited_at: string | null;
                            /** @description When the run was over. */
                            ended_at: string | null;
                            /**
                             * Format: date-time
                             * @description When it was prepared.
                             */
                            created_at: string;
                            /**
                             * Format: date-time
                             * @description When it last changed.
                             */
                            updated_at: string;
                            live: boolean;
                            usage?: {
                                /** @description Tokens; null: not reported. */
                                tokens: number | null;
                                /** @description US dollars; null: not reported. */
                                cost_usd: number | null;
                            };
                        };
                        replayed: boolean;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.log": {
        parameters: {
            query?: {
                offset?: number;
                limit?: number;
                wait_sec?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string;
                        offset: number;
                        next_offset: number;
                        size_bytes: number;
                        eof: boolean;
                        run_over?: boolean;
                        text: string;
                        dropped?: {
                            from: number;
                            to: number;
                        };
                        problem?: string;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.telemetry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sample: {
                            /** Format: date-time */
                            at: string;
                            monotonic_ms: number;
                            cpu_pct: number | null;
                            load1: number | null;
                            memory_total_mib: number | null;
                            memory_available_mib: number | null;
                            gpus: {
                                index: number;
                                uuid: string;
                                name: string;
                                utilization_pct: number | null;
                                memory_used_mib: number | null;
                                memory_total_mib: number | null;
                                power_w: number | null;
                                temperature_c: number | null;
                                sm_clock_mhz: number | null;
                                power_limit_w?: number | null;
                                partitioned?: boolean;
                                compute_pids: number[] | null;
                            }[] | null;
                            pressure?: {
                                cpu: number | null;
                                io: number | null;
                                memory: number | null;
                            };
                            processes: {
                                alive: number | null;
                                cpu_pct: number | null;
                                rss_mib: number | null;
                                cpu_cores?: number | null;
                                read_mib_s?: number | null;
                                write_mib_s?: number | null;
                            };
                            /** @enum {string} */
                            health: "ok" | "partial" | "unknown";
                            problems: string[];
                        } | null;
                        /** @description Time between two samples, which says from when on one is old. */
                        sample_interval_sec?: number;
                        /** Format: date-time */
                        timestamp: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.evidence": {
        parameters: {
            query?: {
                run_id?: string;
            };
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project_id: string;
                        run_id: string | null;
                        started_at?: string | null;
                        ended_at?: string | null;
                        files: {
                            path: string;
                            bytes: number;
                            sha256: string;
                            media_type: string;
                            role: string;
                            modified_at?: string;
                        }[];
                        omitted: {
                            path: string;
                            reason: string;
                            bytes: number | null;
                        }[];
                        signed?: {
                            envelope: {
                                payloadType: string;
                                payload: string;
                                signatures: {
                                    keyid: string;
                                    sig: string;
                                }[];
                            };
                            public_key: string;
                        };
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.evidence_read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                project_id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    paths: string[];
                    /** @default 4194304 */
                    max_bytes_per_file?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        project_id: string;
                        files: {
                            path: string;
                            bytes: number;
                            sha256: string | null;
                            truncated: boolean;
                            /** @enum {string} */
                            encoding: "utf8" | "base64";
                            content: string;
                        }[];
                        unread: {
                            path: string;
                            reason: string;
                        }[];
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_project_not_found"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.processes": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string;
                        boot_id: string;
                        alive: number;
                        processes: {
                            pid: number;
                            start_ticks: number;
                            name: string;
                            mark: string;
                            user_id: number | null;
                            started_at: string | null;
                            rss_mib: number | null;
                            cpu_sec: number | null;
                            gpus: {
                                uuid: string;
                                index: number;
                                name: string;
                            }[] | null;
                            why_not: string | null;
                        }[];
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.end_process": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
                pid: number;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    start_ticks: number;
                    boot_id: string;
                    request_id: string;
                    requested_by: string;
                    /** @default 5 */
                    grace_sec?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string;
                        pid: number;
                        start_ticks: number;
                        boot_id: string;
                        /** @enum {string} */
                        outcome: "ended" | "killed" | "gone" | "survived" | "failed";
                        name: string | null;
                        rss_mib: number | null;
                        detail: string | null;
                        replayed: boolean;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            409: components["responses"]["Problem409_not_eligible_process_changed_process_not_permitted_run_conflict"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.callbacks": {
        parameters: {
            query?: {
                state?: "waiting" | "parked";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callbacks: {
                            run_id: string;
                            project_id: string;
                            /** @enum {string} */
                            state: "waiting" | "parked";
                            queue_length: number;
                            first_key: string;
                            first_event_type: string;
                            first_at: string;
                            attempts: number;
                            next_attempt_at: string | null;
                            last_error: string | null;
                            last_status_code: number | null;
                            parked_at: string | null;
                        }[];
                        summary: {
                            waiting: number;
                            parked: number;
                            parked_codes?: number[];
                            oldest_at: string | null;
                        };
                        has_more: boolean;
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.callbacks_retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        retried: number;
                        hurried: number;
                        has_more: boolean;
                        timestamp: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.callback_retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                        run_id: string;
                        /** @enum {string} */
                        result: "retried" | "hurried" | "under_way" | "nothing_waiting";
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.run_telemetry": {
        parameters: {
            query?: {
                /** @description `next_since` of the reply before; absent: begin with the newest `limit` samples. */
                since?: number;
                /** @description `stream_id` of the reply before, so that a restart of the gate is noticed. */
                stream_id?: string;
                limit?: number;
                /** @description How long to wait for a sample when there is none yet. */
                wait_sec?: number;
            };
            header?: never;
            path: {
                run_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string;
                        stream_id: string;
                        gap: boolean;
                        live: boolean;
                        next_since: number;
                        samples: {
                            seq: number;
                            sample: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                            idle: {
                                [key: string]: components["schemas"]["JsonValue"];
                            };
                        }[];
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.telemetry_history": {
        parameters: {
            query?: {
                /** @description Adds the run's own readings to the machine's. */
                run_id?: string;
                from?: string;
                to?: string;
                /** @description Most buckets to be told; there are fewer where less was recorded. */
                points?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run_id: string | null;
                        from: string;
                        to: string;
                        bucket_sec: number;
                        buckets: number;
                        sample_interval_sec: number;
                        gpus: {
                            uuid: string;
                            index: number;
                            name: string;
                        }[] | null;
                        machine: {
                            points: number[];
                            readings: {
                                name: string;
                                gpu_uuid: string | null;
                                known: number[];
                                min: (number | null)[];
                                mean: (number | null)[];
                                max: (number | null)[];
                            }[];
                        };
                        run: {
                            points: number[];
                            readings: {
                                name: string;
                                gpu_uuid: string | null;
                                known: number[];
                                min: (number | null)[];
                                mean: (number | null)[];
                                max: (number | null)[];
                            }[];
                            idle_states: (string | null)[];
                        } | null;
                        store: {
                            queued: number;
                            queue_max: number;
                            written: number;
                            dropped: number;
                            last_written_at: string | null;
                            last_error: string | null;
                            point_rows: number;
                            minute_rows: number;
                        };
                        timestamp: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_run_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        summary: string;
                        totals: {
                            out_of_service: number;
                            dead_letters: number;
                        };
                        /** @description Every stored actor is restored once after the start, without waking it. */
                        restore_check: {
                            /** @enum {string} */
                            state: "waiting" | "checking" | "done";
                            /** @description Stored actors looked at since the start. */
                            checked: number;
                            /** @description Those of them that could not be restored. */
                            failed: number;
                            /** @description The first of those, with the reason. */
                            failures: string[];
                            /** @description Why the check stopped; null unless it did. */
                            error: string | null;
                        };
                        /** @description The first of them by kind and id. */
                        actors: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        }[];
                        /** @description The newest. */
                        dead_letters: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        }[];
                        links: {
                            actors: string;
                            dead_letters: string;
                            supervision: string;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.actors": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.actor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        actor: {
                            kind: string;
                            id: string;
                            /** @description As stored; null where the stored state gives none. */
                            status: string | null;
                            /** @description Why it is out of service. */
                            reason: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            since: string;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                release: string;
                            };
                        };
                        /** @description Whether its stored state can be restored now. */
                        restorable: boolean;
                        restore_error: string | null;
                        /** @description What the event it failed at would do now; null: it had none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        /** @description What waits for the actor and goes on when it is released. */
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.dead_letters": {
        parameters: {
            query?: {
                /** @description next_cursor of an earlier page: this one begins behind its last row. With the sort the other way round it has the rows before that one. */
                cursor?: string;
                page_size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        rows: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        }[];
                        page: {
                            page_size: number;
                            returned: number;
                            next_cursor: string | null;
                            has_more: boolean;
                        };
                        counts?: {
                            [key: string]: number;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.dead_letter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dead_letter: {
                            sequence: number;
                            /** @description Kind of the actor it was for. */
                            kind: string;
                            id: string;
                            event_type: string | null;
                            event: {
                                [key: string]: unknown;
                            } | null;
                            /** @description True when a long event was cut; its own route has it whole. */
                            event_truncated: boolean;
                            /** @description Why it could not be handled. */
                            reason: string;
                            /** @description What sent it: ask, timer NAME, tell or effect NAME. */
                            source: string;
                            by: string;
                            at: string;
                            correlation_id: string;
                            cause_id: number | null;
                            /** @description False: its actor must be released first. */
                            actor_in_service: boolean;
                            /** @description Names exactly this entry: it changes when anything of it does. */
                            mark: string;
                            links: {
                                self: string;
                                /** @description Where the actor can be looked at; null: nowhere. */
                                actor: string | null;
                                try: string;
                                retry: string;
                                discard: string;
                            };
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.try_actor": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        kind: string;
                        id: string;
                        event_type: string;
                        /** @description False for an event that was given. */
                        as_stored: boolean;
                        message: string;
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found_bench_entry_not_found"];
            409: components["responses"]["Problem409_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.try_dead_letter": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        kind: string;
                        id: string;
                        event_type: string;
                        /** @description False for an event that was given. */
                        as_stored: boolean;
                        message: string;
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        };
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_actor_not_found_bench_entry_not_found"];
            409: components["responses"]["Problem409_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.release": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                kind: string;
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.retry": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 8388608 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                    /** @description Instead of the stored event */
                    event?: {
                        /** @description An event that the machine knows */
                        type: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.bench.discard": {
        parameters: {
            query?: never;
            header?: {
                /** @description Stands for the member idempotency_key of a body that has none. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Its number */
                sequence: number;
            };
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": {
                    idempotency_key?: string;
                    /** @default operator */
                    requested_by?: string;
                    /**
                     * @description Say what would happen and do nothing
                     * @default true
                     */
                    dry_run?: boolean;
                    /** @description Of the entry as it was shown; required to do it */
                    mark?: string;
                    /** @description Why, for the audit log; required to do it */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        dry_run: boolean;
                        /** @enum {string} */
                        act: "release" | "retry" | "discard";
                        kind: string;
                        id: string;
                        /** @description Of the dead letter; null for a release. */
                        sequence: number | null;
                        /** @description Of the entry that this is about. */
                        mark: string;
                        /** @description What would happen, or what did. */
                        message: string;
                        /** @description False when something stands in the way. */
                        possible: boolean;
                        /** @description What stands in the way, and what to do first. */
                        obstacle: string | null;
                        /** @description What the event in question would do; null: there is none. */
                        trial: {
                            /**
                             * @description failed: the state cannot be restored, or the machine throws.
                             * @enum {string}
                             */
                            result: "accepted" | "refused" | "failed";
                            from: string | null;
                            to: string | null;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                            /** @description Names of what it would ask for, in order. */
                            actions: string[];
                            error: string | null;
                        } | null;
                        waiting: {
                            timers: number;
                            effects: number;
                            /** @description On their way from other actors. */
                            messages: number;
                            /** @description True when there were too many to look through. */
                            at_least: boolean;
                        } | null;
                        requested_by: string;
                        reason: string | null;
                        /** @description The audit event; null for a dry run. */
                        event_id: number | null;
                        /** @description How the actor answered an event that was sent again. */
                        outcome: {
                            accepted: boolean;
                            status: string;
                            refusal: {
                                code: string;
                                message: string;
                            } | null;
                        } | null;
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            404: components["responses"]["Problem404_bench_entry_not_found"];
            409: components["responses"]["Problem409_idempotency_conflict_bench_entry_changed_mend_failed"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "gate.supervision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        hosts: {
                            /** @description control, gate for a worker gate in this process, or process for the process. */
                            host: string;
                            out_of_service: number;
                            groups: {
                                name: string;
                                /**
                                 * @description What is done when there are too many failures.
                                 * @enum {string}
                                 */
                                strategy: "isolate" | "restart" | "escalate";
                                /** @description In the window as of now. */
                                failures: number;
                                failures_max: number;
                                window_ms: number;
                                out_of_service: number;
                                kinds: {
                                    name: string;
                                    /**
                                     * @description What is done when there are too many failures.
                                     * @enum {string}
                                     */
                                    strategy: "isolate" | "restart" | "escalate";
                                    /** @description In the window as of now. */
                                    failures: number;
                                    failures_max: number;
                                    window_ms: number;
                                    out_of_service: number;
                                }[];
                            }[];
                            /** @description Actors that persist nothing: a restart of the process begins them anew. */
                            actors: {
                                kind: string;
                                id: string;
                                /** @description The states it is in, as paths. */
                                status: string;
                                /** @description Machines that it drives itself, such as the idle gate of a run that is watched. */
                                inner: {
                                    kind: string;
                                    status: string;
                                }[];
                                /** @description Messages in its mailbox. */
                                waiting: number;
                                /** @description Times it failed and began anew. */
                                restarts: number;
                                /** @description Null while it has not failed. */
                                last_failure: {
                                    at: string;
                                    event: string;
                                    reason: string;
                                } | null;
                            }[];
                        }[];
                        /** Format: date-time */
                        generated_at: string;
                        source: string;
                    };
                };
            };
            401: components["responses"]["Problem401_unauthorized"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.shell": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
            /** @description Unchanged since the version that was named. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_not_implemented"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.worker": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/javascript; charset=utf-8": string;
                };
            };
            /** @description Unchanged since the version that was named. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_not_implemented"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.asset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Unchanged since the version that was named. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400_bad_request"];
            422: components["responses"]["Problem422_invalid_request"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_not_implemented"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Look at the address in the header Location. */
            302: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.favicon": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/x-icon": string;
                };
            };
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down"];
        };
    };
    "dashboard.code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody?: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        /** @description For one use; opens nothing but the exchange for the token. */
                        code: string;
                        /** @description Where a browser takes it: the dashboard with the code behind a #. */
                        path: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601 in UTC.
                         */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            429: components["responses"]["Problem429_too_many_requests"];
            500: components["responses"]["Problem500_internal"];
            501: components["responses"]["Problem501_read_only"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
    "dashboard.session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes; more is answered 413. */
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                        token: string;
                    };
                };
            };
            400: components["responses"]["Problem400_bad_request"];
            401: components["responses"]["Problem401_unauthorized"];
            413: components["responses"]["Problem413_payload_too_large"];
            415: components["responses"]["Problem415_unsupported_media_type"];
            422: components["responses"]["Problem422_invalid_request"];
            500: components["responses"]["Problem500_internal"];
            503: components["responses"]["Problem503_overloaded_store_unavailable_shutting_down_no_active_plane"];
        };
    };
}
