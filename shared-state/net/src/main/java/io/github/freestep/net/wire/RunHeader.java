package io.github.freestep.net.wire;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.BodyCoder;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteCoder;
import io.github.freestep.net.codec.ByteReader;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.StateLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The datagram from which receivers learn of a run. Mutable, for one thread; reading allocates nothing.
 */
final class RunHeader {
    /** Identifies the sender's run. Every restart begins a run with another id. */
    long run;

    /** Identifies the world, and the former one that it continues. */
    long world;

    long former;

    /** The tick at which the world begins; up to it, the former one is the same; -1 if unknown. */
    long startTick;

    /** The sender's clock when it encoded the datagram. */
    long stampNanos;

    /** {@link #hash(StateLayout)} of the sender's layout. */
    long layout;

    /** The capacity of the sender's layout, for the message of a failure. */
    int capacity;

    /** The two numbers of the sender's {@link PoseGrid}. */
    int shift;

    int turns;

    private final ByteReader in = new ByteReader();

    /**
     * Reads and checks the header. Never throws.
     *
     * @return whether all fields are within their ranges; if not, the fields are unspecified
     */
    boolean read(byte[] bytes, int offset, int length) {
        in.open(bytes, offset, length);
        boolean isRun = in.u8(0) == Datagrams.RUN;
        code(in);
        return isRun
                && !in.failed()
                && in.position() == offset + length
                && Datagrams.sane(stampNanos)
                && startTick >= -1
                && Datagrams.sane(startTick);
    }

    /**
     * Whether the world continues what was shown of a world up to a tick, so that bodies and lives are the same. After
     * a hand-over, a world names the former one and its last tick. A world that starts from a save names itself and the
     * tick of the save, so a receiver knows how many of the ticks that it has shown are lost.
     */
    boolean goesOnWith(long shown, long tick) {
        return shown == world || shown == former && tick <= startTick;
    }

    void world(WorldId id) {
        world = id.id();
        former = id.former();
        startTick = id.startTick();
    }

    void write(ByteWriter out) {
        out.u8(Datagrams.RUN);
        code(out);
    }

    private void code(ByteCoder coder) {
        run = coder.i64(run);
        world = coder.i64(world);
        startTick = coder.varlong(startTick + 1) - 1;
        former = startTick < 0 ? world : coder.i64(former);
        stampNanos = coder.zigzag(stampNanos);
        layout = coder.i64(layout);
        capacity = coder.varint(capacity);
        shift = (int) coder.zigzag(shift);
        turns = coder.varint(turns);
    }

    /** A hash of all that a layout says, and of what the models of bodies begin with. The same on every JVM. */
    static long hash(StateLayout layout) {
        return hash(layout, BodyCoder.models(new BodyFields(layout)).starts().hash);
    }

    static long hash(StateLayout layout, int models) {
        long hash = mix(mix(0xCBF29CE484222325L, layout.capacity()), models);
        hash = mix(hash, layout.hasDoublePositions() ? 1 : 0);
        hash = mix(hash, layout.linearChannels());
        return mix(hash, layout.steppedChannels());
    }

    private static long mix(long hash, List<String> names) {
        long all = mix(hash, names.size());
        for (String name : names) {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            all = mix(all, utf8.length);
            for (byte b : utf8) {
                all = mix(all, b);
            }
        }
        return all;
    }

    private static long mix(long hash, int value) {
        long product = (hash ^ value) * 0x9E3779B97F4A7C15L;
        return product ^ product >>> 29;
    }
}
