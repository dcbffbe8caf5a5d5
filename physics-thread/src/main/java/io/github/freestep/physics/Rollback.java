package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.input.InputStage;
import io.github.freestep.physics.input.PastCommand;
import io.github.freestep.physics.input.StageAccess;
import io.github.freestep.physics.report.Fault;
import java.util.function.Predicate;

/**
 * The rollback of a run: restores its world as it was after an earlier tick, and steps the ticks since then again. It
 * also does whatever else the input stage of another artifact, such as that of a feed, asks of its run. A run without
 * such a stage has no rollback. For the thread that steps.
 */
final class Rollback implements StageAccess<Command, PhysicsEvent> {
    private final RunParts parts;
    private final World world;
    private final Publication publication;

    /** The number of the past tick that was restored or stepped last. */
    private long pastTick;

    private Rollback(RunParts parts, World world, Publication publication) {
        this.parts = parts;
        this.world = world;
        this.publication = publication;
    }

    /** Makes the input stage of another artifact. Not in {@link Pass}, so that a run without one does not load this. */
    static InputStage stage(
            InputStage.Maker<Command, PhysicsEvent> stage, RunParts parts, World world, Publication publication) {
        Rollback run = new Rollback(parts, world, publication);
        return stage.make(parts.schedule(), parts.inputs(), parts.userCode(), run);
    }

    /** Runs a command that changes the past of a run. */
    @SuppressWarnings("unchecked")
    static void run(PastCommand<?, ?> command, RunParts parts, World world, Publication publication) throws Exception {
        ((PastCommand<Command, PhysicsEvent>) command).run(new Rollback(parts, world, publication));
    }

    private Timeline timeline() {
        return parts.schedule().timeline();
    }

    @Override
    public void run(Command command) throws Exception {
        world.run(command, command);
    }

    @Override
    public void waits(long toTick, int player, long waitNanos, long debtNanos) {
        parts.metrics().waits(toTick, player, waitNanos, debtNanos);
    }

    @Override
    public RuntimeException failed(long toTick, Throwable cause) {
        return parts.faults().betweenTicks(Fault.FEED, world.number(toTick), cause);
    }

    @Override
    public void filter(Predicate<EventValues> reports) {
        parts.output().get().filter(reports);
    }

    @Override
    public EventValues values(PhysicsEvent event) {
        return event.sent();
    }

    @Override
    public void report(EventValues event, boolean isWrong) {
        EventWriter events = parts.output().writer();
        if (events != null) {
            events.report(event, timeline().simulationOf(event.tick), isWrong);
        }
    }

    @Override
    public void restore(long at, Command restoring) throws Exception {
        pastTick = at;
        world.runAt(at, restoring);
        parts.inputs().values().begin();
    }

    @Override
    public void count(long ticks, long nanos) {
        world.count(ticks, nanos);
    }

    @Override
    public void runAgain(Command command) throws Exception {
        world.runAt(pastTick, command);
    }

    @Override
    public void step() {
        long to = pastTick + 1;
        world.stepAgain(to, timeline().dueNanos(to));
        pastTick = to;
        parts.inputs().values().begin();
    }

    @Override
    public void differed(Throwable cause) {
        EventWriter events = parts.output().writer();
        if (events != null) {
            events.failed(Kind.PREDICTION_DIFFERED, pastTick, timeline().simulationOf(pastTick), cause);
        }
    }

    @Override
    public void publish() {
        publication.publishEdits(parts.clock().nanoTime());
    }
}
