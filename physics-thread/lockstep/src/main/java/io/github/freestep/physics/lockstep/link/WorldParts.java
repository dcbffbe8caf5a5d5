package io.github.freestep.physics.lockstep.link;

import io.github.freestep.net.link.InvalidMessageException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** A saved world in the state after a tick, or the part of it that has arrived. It comes and goes in parts. */
public final class WorldParts {
    /** No other side can make this one take more memory than this. */
    private static final int MOST_BYTES = 1 << 30;

    public final long tick;

    /** The world, or what has arrived of it. */
    public byte[] bytes;

    private int total = -1;

    /** How many bytes have arrived. */
    public int arrived;

    /** Expects a world. */
    public WorldParts(long tick) {
        this(tick, new byte[0]);
    }

    private WorldParts(long tick, byte[] bytes) {
        this.tick = tick;
        this.bytes = bytes;
    }

    /** Returns a complete world: the first {@code length} bytes of an array, which it keeps. */
    public static WorldParts of(long tick, byte[] bytes, int length) {
        WorldParts world = new WorldParts(tick, bytes);
        world.total = length;
        world.arrived = length;
        return world;
    }

    public boolean isComplete() {
        return arrived == total;
    }

    /** Takes the next part. */
    public void add(long ofTick, int length, int offset, ByteBuffer part) throws InvalidMessageException {
        if (ofTick != tick || offset != arrived || total >= 0 && length != total || length < 1 || length > MOST_BYTES) {
            throw new InvalidMessageException("a part of the saved world of tick " + ofTick + " begins at " + offset
                    + " of " + length + " bytes, expected " + arrived + (total < 0 ? "" : " of " + total) + " of tick "
                    + tick);
        }
        total = length;
        int end = offset + part.remaining();
        if (bytes.length < end) {
            // The memory grows with what has come, so that a wrong total alone takes none.
            bytes = Arrays.copyOf(bytes, (int) Math.min(total, Math.max(2L * bytes.length, end)));
        }
        part.get(bytes, offset, end - offset);
        arrived = end;
    }

    /** Writes the message of the part that begins at an offset. Returns where the next part begins, -1 for none. */
    public int write(ByteBuffer to, int offset) {
        int length = Math.min(Messages.MAX_CHUNK, total - offset);
        Messages.writeWorld(to, tick, total, offset, ByteBuffer.wrap(bytes, offset, length));
        return offset + length == total ? -1 : offset + length;
    }
}
