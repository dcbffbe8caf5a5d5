package io.github.freestep.physics.rooms;

import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.WorldId;
import io.github.freestep.internal.time.Archive;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.RunSettings;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.StartPoint;
import io.github.freestep.physics.input.InputClock;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.run.MovableRun;
import io.github.freestep.physics.run.MovableRun.Point;
import io.github.freestep.physics.run.RunStart;
import io.github.freestep.physics.run.RunStart.Settings;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.physics.saves.content.Envelope;
import io.github.freestep.physics.saves.content.SavedContent;
import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.physics.thread.SettingLimits;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.content.Epochs;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * All that a service needs to continue in another process or on another machine, with the next tick. {@link #handOver}
 * makes it and ends the service, and {@link PhysicsBuilder#from} continues the service, in a {@link PhysicsGroup} or
 * alone. It holds the saved world, the lives of its bodies, the time, the ledger of time, and all input that no tick
 * has taken. Immutable, so any thread may use it. No method blocks.
 *
 * <pre>{@code
 * byte[] bytes = HandedOver.handOver(room).get().toBytes();                            // here
 * PhysicsService.builder(world).group(threads).from(HandedOver.of(bytes)).start();     // there
 * }</pre>
 *
 * <p>Keep it until the other place has confirmed that it continues. If it does not, continue here from the same object.
 * Do not let two services continue from one object, because they would be two worlds with the same past, and Freestep
 * cannot notice it.
 */
public final class HandedOver extends StartPoint {
    private static final int VERSION = 4;

    /** "FSHO". */
    private static final Envelope ENVELOPE = new Envelope(
            0x4653484F, VERSION, "handed-over service", "pass the bytes of HandedOver.toBytes()", "send it again");

    /** Where the saved world begins, after its length. */
    private static final int SAVED_AT = Envelope.BYTES + Integer.BYTES;

    private final MovedRun run;

    private HandedOver(MovedRun run) {
        super(run);
        this.run = run;
    }

    /**
     * Ends a service between two ticks, and returns everything that another service needs to continue with the next
     * tick, see {@link PhysicsBuilder#from}. Commands that were submitted before run first. Requests that were made
     * later fail, and so do single steps that were not taken yet. Pushed input is refused once the world is saved; all
     * input that was accepted before is in the result. Consumers of events get those up to the end. After the future
     * has completed, {@link PhysicsService#close} the service as always.
     *
     * <p>If saving the world fails, or if the newest step or state has failed, the future fails, and the service
     * continues.
     *
     * @param room the service
     * @return a future that completes after the world was closed, or fails if the service continues or had ended before
     * @throws IllegalArgumentException if the simulation is not a {@link SavableSimulation}
     * @throws IllegalStateException if the input comes from a feed
     */
    public static CompletableFuture<HandedOver> handOver(PhysicsService room) {
        MovableRun<Simulation, PhysicsContext> leaving =
                Inside.of(Objects.requireNonNull(room, "room must not be null; pass the service that moves"));
        requireSavable(leaving.simulation());
        return leaving.leave((context, at) -> new HandedOver(MovedRun.of(room, context, at)));
    }

    private static void requireSavable(Simulation simulation) {
        if (!(simulation instanceof SavableSimulation world && world.isSavable())) {
            throw new IllegalArgumentException("the simulation must be a SavableSimulation to be handed over, was "
                    + simulation.getClass().getName() + "; implement save and restore");
        }
    }

    /**
     * Reads what {@link #toBytes} has returned. Checks everything but the content of the world, which the simulation
     * checks when it is restored.
     *
     * @param bytes the bytes, which are copied
     * @return the service that they hold
     * @throws IOException if the bytes are cut off or damaged, of another version, or something else
     */
    public static HandedOver of(byte[] bytes) throws IOException {
        byte[] copy = Objects.requireNonNull(bytes, "bytes must not be null; pass those of HandedOver.toBytes()")
                .clone();
        ENVELOPE.requireWhole(copy);
        try {
            return new HandedOver(new MovedRun(copy));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw (IOException) ENVELOPE.damaged(String.valueOf(e.getMessage())).initCause(e);
        }
    }

    /**
     * The newest tick that was stepped. The service that continues publishes the state of this tick again, and steps
     * the next one.
     *
     * @return a tick's number, from 0
     */
    public long tick() {
        return run.tick();
    }

    /**
     * Returns everything as bytes, which {@link #of} reads in any process with the same release of Freestep. The
     * checksum in them is not a signature, so send them over a connection that both sides trust.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return run.bytes.clone();
    }

    /** Returns the tick, for logs. */
    @Override
    public String toString() {
        return "handed over at tick " + tick() + ", " + run.bytes.length + " bytes";
    }

    /** What the bytes hold, and how a run takes and restores it. Immutable. */
    private static final class MovedRun implements RunStart<Simulation, PhysicsContext> {
        final byte[] bytes;
        private final long worldId;
        private final String layout;
        private final String computedBy;
        private final Settings settings;
        private final long tick;

        /** The length of the saved world. */
        private final int saved;

        // Where the other parts begin. The last one ends with the bytes.
        private final int time;
        private final int input;
        private final int reported;

        private final int[] epochs;

        private MovedRun(byte[] bytes) {
            this.bytes = bytes;
            ByteArrayInputStream in = new ByteArrayInputStream(bytes, Envelope.BYTES, bytes.length - Envelope.BYTES);
            MovedNumbers by = new MovedNumbers(new DataInputStream(in), null, 0);
            saved = by.count(0, bytes.length - SAVED_AT);
            in.skip(saved);
            worldId = by.number(0);
            layout = by.text();
            computedBy = SafeText.requireComputedBy(by.text());
            Ratio rate = SettingLimits.rate(Ratio.of(by.number(0), by.number(0)));
            settings = new Settings(rate, by.bits(0), by.bits(0));
            tick = by.number(0);
            time = bytes.length - in.available();
            new Schedule(rate, new Overload(Overload.BY_CLAMP), 1, 1, tick).transfer(by);
            input = bytes.length - in.available();
            InputClock clock = new InputClock(() -> 0, false);
            new InputCollector(settings.axes(), settings.inputCapacity(), null, clock, new LongAdder()).load(by);
            epochs = new int[by.count(0, in.available() / Integer.BYTES)];
            Arrays.setAll(epochs, slot -> by.bits(0));
            reported = bytes.length - in.available();
        }

        /** Takes a run between two ticks. */
        static MovedRun of(PhysicsService room, PhysicsContext context, Point at) throws IOException {
            if (!at.isConsistent()) {
                throw new IllegalStateException("the world must be consistent to be handed over, but the newest step or"
                        + " state, of tick " + context.tick() + ", has failed; wait for a step that does not fail, or"
                        + " restore a saved world in a command");
            }
            SavedContent.Out saved = new SavedContent.Out();
            DataOutputStream out = new DataOutputStream(saved);
            Saves.save(context, out);
            int savedBytes = saved.length();
            SavableSimulation world = context.world(SavableSimulation.class);
            RunSettings settings = room.settings();
            out.writeLong(Inside.of(room.states()).world().id());
            out.writeUTF(room.states().layout().toString());
            out.writeUTF(SafeText.requireComputedBy(world.computedBy()));
            out.writeLong(settings.rate().numerator());
            out.writeLong(settings.rate().denominator());
            out.writeInt(settings.axes());
            out.writeInt(settings.inputCapacity());
            out.writeLong(context.tick());
            MovedNumbers by = new MovedNumbers(null, out, at.nowNanos());
            at.schedule().transfer(by);
            at.input().accept(by);
            Bodies bodies = context.bodies();
            out.writeInt(bodies.slots());
            for (int slot = 0; slot < bodies.slots(); slot++) {
                out.writeInt(Inside.of(bodies).epochs[slot]);
            }
            world.saveReported(out);
            ByteBuffer all = ByteBuffer.allocate(SAVED_AT + saved.length());
            all.putInt(Envelope.BYTES, savedBytes).put(SAVED_AT, saved.array(), 0, saved.length());
            ENVELOPE.seal(all.array(), all.capacity());
            return new MovedRun(all.array());
        }

        @Override
        public long tick() {
            return tick;
        }

        @Override
        public Settings settings() {
            return settings;
        }

        @Override
        public void require(Simulation simulation, Settings chosen) {
            requireSavable(simulation);
            String own = simulation.layout().toString();
            if (!layout.equals(own) || epochs.length > simulation.layout().capacity()) {
                throw new IllegalArgumentException(
                        "the simulation must have the layout of the one that was handed over, " + layout + ", had "
                                + own + "; make it as on the other side");
            }
            if (!computedBy.equals(simulation.computedBy())) {
                throw new IllegalArgumentException("the handed-over world was computed by \"" + computedBy
                        + "\", but this one is by \"" + simulation.computedBy() + "\"; use the same engine, version and"
                        + " family of processors on both sides");
            }
            if (!chosen.equals(settings)) {
                throw new IllegalArgumentException("rate, axes and inputCapacity must be those of the service that was"
                        + " handed over, " + text(settings) + ", were " + text(chosen) + "; leave them out");
            }
        }

        private static String text(Settings of) {
            return of.rate() + ", " + of.axes() + " and " + of.inputCapacity();
        }

        @Override
        public WorldId world() {
            return new WorldId(new SecureRandom().nextLong(), worldId, tick);
        }

        @Override
        public Archive time(long nowNanos) {
            return new MovedNumbers(part(time, bytes.length - time), null, nowNanos);
        }

        @Override
        public Archive input(long nowNanos) {
            return new MovedNumbers(part(input, bytes.length - input), null, nowNanos);
        }

        @Override
        public void restore(PhysicsContext context) throws IOException {
            Bodies bodies = context.bodies();
            // Adapters of engines spawn their bodies themselves. Another world may ask for lives while it is restored.
            if (!Inside.of(bodies).isFilled()) {
                while (bodies.attachedCount() > 0) {
                    bodies.detach(bodies.attached(0));
                }
                restoreLives(bodies, true);
            }
            Saves.restore(context, part(SAVED_AT, saved));
            // The world may have begun new lives.
            restoreLives(bodies, false);
            context.world(SavableSimulation.class).restoreReported(part(reported, bytes.length - reported));
        }

        private DataInputStream part(int from, int length) {
            return new DataInputStream(new ByteArrayInputStream(bytes, from, length));
        }

        /** Gives each body its former life. Spawns and removes bodies, or requires that the former ones are alive. */
        private void restoreLives(Bodies bodies, boolean spawns) throws IOException {
            String filler = Inside.of(bodies).refuse(null);
            try {
                for (int slot = 0; slot < epochs.length; slot++) {
                    boolean wasAlive = Epochs.isAlive(epochs[slot]);
                    if (spawns && wasAlive && !bodies.isAlive(slot)) {
                        bodies.spawn(slot);
                    } else if (spawns && !wasAlive && bodies.isAlive(slot)) {
                        bodies.remove(slot);
                    } else if (bodies.isAlive(slot) != wasAlive) {
                        throw new IOException("the world must restore the bodies that it has saved, but slot " + slot
                                + (wasAlive ? " has lost its body" : " now has a body"));
                    }
                    if (epochs[slot] != Epochs.NEVER && bodies.life(slot) == 0) {
                        // Counts the slot as used, so that states hold its epoch.
                        bodies.spawn(slot);
                        bodies.remove(slot);
                    }
                    Inside.of(bodies).epochs[slot] = epochs[slot];
                }
            } finally {
                Inside.of(bodies).refuse(filler);
            }
        }
    }
}
