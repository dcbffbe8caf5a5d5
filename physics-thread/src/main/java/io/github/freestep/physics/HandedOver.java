package io.github.freestep.physics;

import io.github.freestep.internal.Epochs;
import io.github.freestep.internal.Inside;
import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.SavedContent;
import io.github.freestep.internal.WorldId;
import io.github.freestep.physics.input.InputCollector;
import io.github.freestep.physics.schedule.Overload;
import io.github.freestep.physics.schedule.Rates;
import io.github.freestep.physics.schedule.Schedule;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StatePublisher;
import io.github.freestep.time.Ratio;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A service between two places: {@link PhysicsService#handOver} has ended it, and {@link PhysicsBuilder#from} continues
 * with it, in the same process or in another one. It has the saved world, the lives of its bodies, where time stands,
 * the ledger of time, and all input that no tick has taken. Immutable, so any thread may use it. Nothing blocks.
 *
 * <pre>{@code
 * byte[] bytes = room.handOver().get().toBytes();                                      // here
 * PhysicsService.builder(world).group(threads).from(HandedOver.of(bytes)).start();     // there
 * }</pre>
 *
 * <p>Keep it until the other place has confirmed that it continues. If it does not, continue here from the same object.
 * Do not let two services continue from one object: they would be two worlds with the same past, and Freestep cannot
 * notice it.
 */
public final class HandedOver {
    /** "FSHO", and the version of the format. */
    private static final int MAGIC = 0x4653484F;

    private static final int VERSION = 3;
    private static final int CHECKSUM_AT = 3 * Integer.BYTES;
    private static final int HEAD_BYTES = CHECKSUM_AT + Integer.BYTES;

    /** Where the saved run begins, after its length. */
    private static final int SAVED_AT = HEAD_BYTES + Integer.BYTES;

    private final byte[] bytes;
    private final long worldId;
    private final String layout;
    private final String computedBy;
    final Ratio rate;
    final int axes;
    final int inputCapacity;
    private final long tick;

    /** The length of the saved run. */
    private final int saved;

    // Where the other parts begin. The last one ends with the bytes.
    private final int time;
    private final int input;
    private final int reported;

    private final int[] epochs;

    private HandedOver(byte[] bytes) throws IOException {
        this.bytes = bytes;
        ByteArrayInputStream left = new ByteArrayInputStream(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
        DataInputStream in = new DataInputStream(left);
        saved = in.readInt();
        if (in.skipBytes(saved) != saved) {
            throw new IOException("its saved run must be shorter than all of it, had " + saved + " bytes");
        }
        worldId = in.readLong();
        layout = in.readUTF();
        computedBy = SafeText.requireComputedBy(in.readUTF());
        rate = Ratio.of(in.readLong(), in.readLong());
        Rates.require(rate, "rate");
        axes = InputCollector.requireAxes(in.readInt());
        inputCapacity = InputCollector.requireCapacity(in.readInt());
        tick = in.readLong();
        time = bytes.length - left.available();
        Schedule.read(rate, tick, new Overload(Overload.BY_CLAMP, 1), 1, 1, in, 0);
        input = bytes.length - left.available();
        new InputCollector(axes, inputCapacity, 0).read(in, 0);
        int slots = in.readInt();
        if (slots < 0 || slots > left.available() / Integer.BYTES) {
            throw new IOException("it has " + slots + " slots in " + left.available() + " bytes");
        }
        epochs = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            epochs[slot] = in.readInt();
        }
        reported = bytes.length - left.available();
    }

    /** Appends the rest of a run to its save, which was made between the same two ticks. */
    static HandedOver of(
            Simulation simulation,
            RunSettings run,
            StatePublisher publisher,
            Schedule schedule,
            InputCollector inputs,
            SavedContent.Out saved,
            long nowNanos)
            throws IOException {
        int savedBytes = saved.length();
        DataOutputStream out = new DataOutputStream(saved);
        out.writeLong(Inside.of(publisher.states()).world().id());
        out.writeUTF(publisher.states().layout().toString());
        out.writeUTF(SafeText.requireComputedBy(simulation.computedBy()));
        out.writeLong(run.rate().numerator());
        out.writeLong(run.rate().denominator());
        out.writeInt(run.axes());
        out.writeInt(run.inputCapacity());
        out.writeLong(schedule.doneTick());
        schedule.write(out, nowNanos);
        inputs.write(out, nowNanos);
        Bodies bodies = publisher.bodies();
        out.writeInt(bodies.slots());
        for (int slot = 0; slot < bodies.slots(); slot++) {
            out.writeInt(Inside.of(bodies).epochs[slot]);
        }
        ((SavableSimulation) simulation).saveReported(out);
        ByteBuffer all = ByteBuffer.allocate(SAVED_AT + saved.length());
        all.putInt(MAGIC).putInt(VERSION).putInt(all.capacity() - HEAD_BYTES).putInt(0);
        all.putInt(savedBytes).put(saved.array(), 0, saved.length());
        all.putInt(CHECKSUM_AT, checksum(all.array()));
        return new HandedOver(all.array());
    }

    /**
     * Reads what {@link #toBytes} has returned. Checks everything but the content of the world, which the simulation
     * checks when it is restored.
     *
     * @param bytes the bytes, which are copied
     * @return the service that they hold
     * @throws IOException if the bytes are cut off or damaged, of a newer version, or something else
     */
    public static HandedOver of(byte[] bytes) throws IOException {
        byte[] copy = Objects.requireNonNull(bytes, "bytes must not be null; pass those of HandedOver.toBytes()")
                .clone();
        requireWhole(copy);
        try {
            return new HandedOver(copy);
        } catch (EOFException e) {
            throw damaged("it ends in the middle of a value", e);
        } catch (IOException | IllegalArgumentException e) {
            throw damaged(e.getMessage(), e);
        }
    }

    private static IOException damaged(String why, @Nullable Exception cause) {
        return new IOException("this handed-over service is damaged: " + why + "; send it again", cause);
    }

    private static void requireWhole(byte[] bytes) throws IOException {
        if (bytes.length < HEAD_BYTES || ByteBuffer.wrap(bytes).getInt() != MAGIC) {
            throw new IOException("this is not a handed-over service: its " + bytes.length
                    + " bytes begin with another mark; pass those of HandedOver.toBytes()");
        }
        ByteBuffer head = ByteBuffer.wrap(bytes, Integer.BYTES, HEAD_BYTES - Integer.BYTES);
        int version = head.getInt();
        if (version != VERSION) {
            throw new IOException("this service was handed over in version " + version + " of the format, and version "
                    + VERSION + " can be read; use the same release of Freestep on both sides");
        }
        int length = head.getInt();
        if (length != bytes.length - HEAD_BYTES) {
            throw damaged("it must have " + length + " bytes, had " + (bytes.length - HEAD_BYTES), null);
        }
        if (head.getInt() != checksum(bytes)) {
            throw damaged("the checksum of its " + length + " bytes is wrong", null);
        }
    }

    /** Returns the checksum of everything after the head. */
    private static int checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes, HEAD_BYTES, bytes.length - HEAD_BYTES);
        return (int) sum.getValue();
    }

    /**
     * The newest tick that was stepped. The service that continues publishes the state of this tick again, and steps
     * the next one.
     *
     * @return a tick's number, from 0
     */
    public long tick() {
        return tick;
    }

    /**
     * Returns everything as bytes, which {@link #of} reads in any process with the same release of Freestep. The
     * checksum in them is no signature, so send them over a connection that both sides trust.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return bytes.clone();
    }

    /** Identifies the world of the continuing service for receivers of its states, which know the former one. */
    WorldId worldId() {
        return WorldId.goesOnWith(worldId, tick);
    }

    /** Refuses a simulation that cannot be the one that was handed over. */
    void require(Simulation simulation) {
        requireSavable(simulation);
        StateLayout own = simulation.layout();
        if (!layout.equals(own.toString()) || epochs.length > own.capacity()) {
            throw new IllegalArgumentException("the simulation must have the layout of the one that was handed over, "
                    + layout + ", had " + own + "; make it as on the other side");
        }
        if (!computedBy.equals(simulation.computedBy())) {
            throw new IllegalArgumentException("the handed-over world was computed by \"" + computedBy + "\", but this"
                    + " one is by \"" + simulation.computedBy() + "\"; use the same engine, version and family of"
                    + " processors on both sides");
        }
    }

    static void requireSavable(Simulation simulation) {
        if (!(simulation instanceof SavableSimulation)) {
            throw new IllegalArgumentException("the simulation must be a SavableSimulation to be handed over, was "
                    + simulation.getClass().getName() + "; implement save and restore");
        }
    }

    /** Returns a schedule that continues with the time of the service, as if none had passed since. */
    Schedule schedule(Overload overload, int window, int writtenEvery, long nowNanos) {
        try {
            return Schedule.read(rate, tick, overload, window, writtenEvery, part(time), nowNanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Restores the input that no tick has taken. */
    void restore(InputCollector into, long nowNanos) {
        try {
            into.read(part(input), nowNanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Restores the world, its bodies and the axes, after the set-up. */
    void restore(PhysicsContext context) throws IOException {
        context.restore(part(SAVED_AT, saved), this::restoreLives);
        // The world may have begun new lives.
        restoreLives(context.bodies());
        context.world(SavableSimulation.class).restoreReported(part(reported));
    }

    private DataInputStream part(int from) {
        return part(from, bytes.length - from);
    }

    private DataInputStream part(int from, int length) {
        return new DataInputStream(new ByteArrayInputStream(bytes, from, length));
    }

    /** Restores the lives of bodies. */
    void restoreLives(Bodies bodies) throws IOException {
        String filler = Inside.of(bodies).refuse(null);
        try {
            for (int slot = 0; slot < epochs.length; slot++) {
                if (bodies.isAlive(slot) != Epochs.isAlive(epochs[slot])) {
                    throw new IOException("the world must restore the bodies that it has saved, but slot " + slot
                            + (bodies.isAlive(slot) ? " now has a body" : " has lost its body"));
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

    /** Returns the tick, for logs. */
    @Override
    public String toString() {
        return "handed over at tick " + tick + ", " + bytes.length + " bytes";
    }
}
