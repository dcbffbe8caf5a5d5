package io.github.freestep.physics;

import io.github.freestep.physics.schedule.Schedule;

/**
 * What a pass does after changes of time and commands: it publishes what these have changed, and takes the stages of a
 * due tick, which are input, step, publish and report. For the thread that steps. Allocates nothing as long as nothing
 * fails. Never waits.
 */
record Stages(CoreParts parts, World world, InputStage input, Publication publication, TickReport report, Tick tick) {
    private Schedule schedule() {
        return parts.schedule();
    }

    /**
     * Publishes a change of time or of the world, if there is one, and steps a tick, if one is due.
     *
     * @param warmsUp whether to prepare the next tick even if it is not due yet
     * @return whether a tick was due
     */
    boolean run(boolean warmsUp) {
        long now = parts.clock().nanoTime();
        // The pass has carried out changes of time and commands before, and what they have changed is shown now.
        publication.publishNewAnchor(now);
        showEdits();
        boolean begins = beginBatch(now);
        boolean waits = input.awaits(now);
        boolean due = schedule().inBatch() && !waits;
        if (waits) {
            report.overload.waited();
        }
        // In a pause, the next tick has no due time.
        if (due || warmsUp && !schedule().timeline().anchor().isPaused()) {
            prepare(now, due ? schedule().nextTicks() : 1, due && begins);
        }
        if (due) {
            tick(now);
            report.sustainedScale();
        } else if (waits) {
            // The rest of the batch may come much later, such as after the pause of a match.
            publication.writeNewest(now);
        }
        if (!schedule().inBatch()) {
            // If the anchor for readers has changed, such as by a new sustained scale, publishes the newest state with
            // it. In fast motion, that state may not be written yet.
            long end = parts.clock().nanoTime();
            publication.publishNewAnchor(end);
            parts.metrics().ledger(schedule().timeline(), end);
        }
        parts.sink().flush();
        return due;
    }

    /**
     * Publishes what commands have changed, if time is paused. Otherwise the next tick publishes it. Ticks that were
     * due before the pause, and single steps, are such ticks.
     *
     * @return whether there was anything to publish
     */
    boolean showEdits() {
        // In a pause, what is due does not depend on the time.
        boolean stands = schedule().timeline().anchor().isPaused() && schedule().untilDueNanos(0) == Long.MAX_VALUE;
        boolean shows = stands && world.takeEdits();
        if (shows) {
            publication.writeEdits(parts.clock().nanoTime());
            // Clears the pause that a fault of this write has requested. Time is paused already, and the request would
            // pause it again after a resume.
            parts.faults().takePause();
        }
        return shows;
    }

    /** Finds which ticks are due. Returns whether the ticks of the batch before were all stepped. */
    private boolean beginBatch(long now) {
        boolean begins = !schedule().inBatch();
        long dropped = schedule().beginBatch(now);
        if (dropped > 0) {
            report.slipped(dropped);
        }
        report.sustainedScale();
        return begins;
    }

    /** Prepares a tick, or several that one step merges. All of this can be repeated, except for the polls. */
    private void prepare(long now, int ticks, boolean polls) {
        input.collect(now, polls);
        report.tickBegins();
        long to = schedule().doneTick() + ticks;
        tick.begin(
                to,
                ticks,
                schedule().timeline().simulationOf(to),
                schedule().timeline().dueNanos(to));
    }

    /** Takes the other stages: input, step, publish, report. */
    private void tick(long now) {
        long to = tick.number();
        int hashEvery = parts.setup().run.hashEvery();
        boolean writes = schedule().writes(tick.mergedTicks());
        boolean hashes = to / hashEvery != schedule().doneTick() / hashEvery
                && parts.sink().wantsHash();
        input(to);
        boolean stepped = step(to);
        boolean isPublished = stepped && publish(to, now, writes, hashes);
        report(now, isPublished);
        if (stepped) {
            // After the entries of the tick, whose state a keyframe holds.
            world.saveKeyframes(to, tick.simulationNanos());
        }
    }

    private void input(long to) {
        TickInput taken = input.take(tick);
        report.input(to, taken);
        tick.input(taken);
    }

    private boolean step(long to) {
        parts.sink().beginStep(to, tick.simulationNanos());
        boolean stepped = world.step(tick);
        publication.stepped(to, stepped);
        schedule().done(tick.mergedTicks());
        return stepped;
    }

    private boolean publish(long to, long now, boolean writes, boolean hashes) {
        boolean written = (writes || hashes) && publication.write(to, now, writes);
        if (written && hashes) {
            // After the publication, so that no picture waits for it.
            publication.reportHash(to, tick.simulationNanos());
        }
        return written && writes;
    }

    private void report(long now, boolean isPublished) {
        long endedNanos =
                isPublished ? publication.publishedNanos : parts.clock().nanoTime();
        pausesAfterFault();
        report.tick(tick, now, endedNanos, isPublished);
    }

    /** Pauses, if the policy does so after a fault that has just happened. Returns whether it does. */
    boolean pausesAfterFault() {
        boolean pauses = parts.faults().takePause();
        if (pauses) {
            schedule().pauseAndDropBacklog(parts.clock().nanoTime());
        }
        return pauses;
    }
}
