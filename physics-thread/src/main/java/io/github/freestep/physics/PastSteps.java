package io.github.freestep.physics;

import io.github.freestep.internal.EventValues;
import io.github.freestep.internal.time.Timeline;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.input.InputValues;
import io.github.freestep.physics.spi.PastTicks;
import java.util.function.Predicate;

/**
 * Steps ticks of the past again, for a feed that has guessed wrongly. These ticks have a {@link Tick} and an input of
 * their own, because the next tick has already begun. For the thread that steps.
 */
final class PastSteps implements PastTicks<Command, FedInput, PhysicsEvent> {
    private final RunParts parts;
    private final World world;
    private final AtPastTick past;
    private final Tick tick;
    private final TickInput input;
    private final FedInput fed;
    private final Publication publication;

    PastSteps(RunParts parts, World world, Publication publication) {
        this.parts = parts;
        this.world = world;
        past = new AtPastTick(world);
        this.publication = publication;
        tick = parts.newTick();
        Setup setup = parts.setup();
        input = new TickInput(new InputValues(
                setup.run().axes(), setup.run().inputCapacity(), parts.clock().nanoTime()));
        fed = new FedInput(setup.feed(), input, past, null);
    }

    private Timeline timeline() {
        return parts.schedule().timeline();
    }

    @Override
    public void filter(Predicate<EventValues> reports) {
        parts.sink().filter(reports);
    }

    @Override
    public EventValues values(PhysicsEvent event) {
        return event.sent();
    }

    @Override
    public void report(EventValues event, boolean isWrong) {
        parts.sink().report(event, timeline().simulationOf(event.tick), isWrong);
    }

    @Override
    public void restore(long at, Command restoring) throws Exception {
        past.tick = at;
        world.runAt(at, restoring);
    }

    @Override
    public FedInput begin() {
        fed.open();
        return fed;
    }

    @Override
    public void step() {
        long to = past.tick + 1;
        tick.begin(to, 1, timeline().simulationOf(to), timeline().dueNanos(to));
        tick.input(input);
        parts.sink().beginStep(to, tick.simulationNanos());
        world.stepAgain(tick);
        past.tick = to;
    }

    @Override
    public void differed(Throwable cause) {
        parts.sink().failed(Kind.PREDICTION_DIFFERED, past.tick, timeline().simulationOf(past.tick), cause);
    }

    @Override
    public void publish() {
        publication.publishEdits(parts.clock().nanoTime());
    }

    /** Runs the commands of a feed after the past tick that was restored or stepped last. */
    private static final class AtPastTick implements CommandRunner {
        private final World world;
        private long tick;

        AtPastTick(World world) {
            this.world = world;
        }

        @Override
        public void run(Object submitted, Command command) throws Exception {
            world.runAt(tick, command);
        }
    }
}
