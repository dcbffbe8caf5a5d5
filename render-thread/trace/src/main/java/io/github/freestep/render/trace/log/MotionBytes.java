package io.github.freestep.render.trace.log;

import io.github.freestep.render.FrameMode;
import io.github.freestep.render.SamplerOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Writes a {@link MotionLog} as bytes, and reads it. All but the way of inputs to the swap, of which a log has only
 * figures. Each list has its length before it. Stateless.
 */
public final class MotionBytes {
    /** No list of a log of the last seconds is longer. */
    private static final int MOST = 1 << 20;

    private static final int MOST_TEXT = 1 << 10;

    private MotionBytes() {}

    /** Writes a log. */
    public static byte[] write(MotionLog log) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        text(out, log.thread);
        SamplerOptions options = log.setup.options();
        text(out, options.mode().name());
        out.writeLong(options.allowedLatenessNanos());
        out.writeInt(log.setup.window());
        out.writeBoolean(log.setup.isRemote());
        out.writeBoolean(log.setup.isInline());
        threads(out, log.frameThreads);
        threads(out, log.tickThreads);
        out.writeInt(log.pauses.size());
        for (VmPause each : log.pauses) {
            longs(out, each.startNanos(), each.lengthNanos());
            text(out, each.reason());
        }
        out.writeInt(log.neighbours.size());
        for (Neighbour each : log.neighbours) {
            text(out, each.kind().name());
            longs(out, each.thread(), each.startNanos(), each.endNanos());
            text(out, each.text());
        }
        EntryWriter entries = new EntryWriter();
        log.run(entries);
        out.writeInt(entries.rows.size());
        for (long[] row : entries.rows) {
            out.writeByte(row.length);
            longs(out, row);
        }
        return bytes.toByteArray();
    }

    /** Makes a row of each entry. Rows of different kinds have different lengths. */
    private static final class EntryWriter implements MotionHandler {
        private final List<long[]> rows = new ArrayList<>();

        @Override
        public void tick(TickWork work) {
            rows.add(new long[] {work.tick(), work.dueNanos(), work.startedNanos(), work.endedNanos()});
        }

        @Override
        public void frame(ShownFrame frame) {
            rows.add(new long[] {
                frame.number(),
                frame.hostNanos(),
                frame.clockNanos(),
                frame.frameNanos(),
                frame.simulationNanos(),
                frame.currentSimulationNanos(),
                frame.delayNanos(),
                flags(frame.hasState(), frame.isPaused(), false)
            });
        }

        @Override
        public void state(StateTimes state) {
            rows.add(new long[] {
                state.tick(),
                state.predecessorTick(),
                state.simulationNanos(),
                state.startedNanos(),
                state.publishedNanos(),
                state.expectedLateNanos(),
                state.anchorNanos(),
                state.anchorSimulationNanos(),
                state.scaleNumerator(),
                state.scaleDenominator(),
                flags(state.isThinned(), state.isAgain(), state.isOverloaded())
            });
        }
    }

    private static long flags(boolean one, boolean two, boolean three) {
        return (one ? 1 : 0) | (two ? 2 : 0) | (three ? 4 : 0);
    }

    private static MotionEntry entry(long[] row) throws IOException {
        switch (row.length) {
            case 4:
                return new TickWork(row[0], row[1], row[2], row[3]);
            case 8:
                return new ShownFrame(
                        row[0], row[1], row[2], row[3], row[4], row[5], row[6], has(row[7], 1), has(row[7], 2));
            case 11:
                if (row[8] < 0 || row[9] < 1) {
                    throw new IOException("a time scale must be at least 0, was " + row[8] + "/" + row[9]);
                }
                return new StateTimes(
                        row[0],
                        row[1],
                        row[2],
                        row[3],
                        row[4],
                        row[5],
                        has(row[10], 1),
                        row[6],
                        row[7],
                        row[8],
                        row[9],
                        has(row[10], 2),
                        has(row[10], 4));
            default:
                throw new IOException("a row must have 4, 8 or 11 numbers, had " + row.length);
        }
    }

    private static boolean has(long flags, int flag) {
        return (flags & flag) != 0;
    }

    private static void threads(DataOutputStream out, Set<Long> threads) throws IOException {
        out.writeInt(threads.size());
        for (long each : threads) {
            out.writeLong(each);
        }
    }

    private static void longs(DataOutputStream out, long... values) throws IOException {
        for (long each : values) {
            out.writeLong(each);
        }
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeUTF(text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT));
    }

    /**
     * Reads a log.
     *
     * @throws IOException if the bytes are not what {@link #write} has written
     */
    public static MotionLog read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            MotionLog log = new MotionLog(in.readUTF(), setup(in));
            threads(in, log.frameThreads);
            threads(in, log.tickThreads);
            for (int left = count(in); left > 0; left--) {
                log.pauses.add(new VmPause(in.readLong(), in.readLong(), in.readUTF()));
            }
            for (int left = count(in); left > 0; left--) {
                log.neighbours.add(new Neighbour(
                        Neighbour.Kind.valueOf(in.readUTF()),
                        in.readLong(),
                        in.readLong(),
                        in.readLong(),
                        in.readUTF()));
            }
            for (int left = count(in); left > 0; left--) {
                long[] row = new long[in.readUnsignedByte()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = in.readLong();
                }
                log.add(entry(row));
            }
            if (in.read() >= 0) {
                throw new IOException("nothing must follow the times, but " + (in.available() + 1) + " bytes do");
            }
            return log;
        } catch (EOFException e) {
            throw new IOException("the times are cut off after " + bytes.length + " bytes", e);
        } catch (IllegalArgumentException e) {
            throw new IOException("the times have a value that this version does not know: " + e.getMessage(), e);
        }
    }

    private static SamplerSetup setup(DataInputStream in) throws IOException {
        SamplerOptions options = new SamplerOptions(FrameMode.valueOf(in.readUTF()), in.readLong());
        int window = in.readInt();
        if (window < 1 || window > MOST_TEXT) {
            throw new IOException("a window must have 1 to " + MOST_TEXT + " states, had " + window);
        }
        return new SamplerSetup(options, window, in.readBoolean(), in.readBoolean());
    }

    private static void threads(DataInputStream in, Collection<Long> into) throws IOException {
        for (int left = count(in); left > 0; left--) {
            into.add(in.readLong());
        }
    }

    /** Reads a length. Lists grow while they are read, so a wrong length allocates no more than the bytes fill. */
    private static int count(DataInputStream in) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > MOST) {
            throw new IOException("a list of times must have at most " + MOST + " entries, had " + count);
        }
        return count;
    }
}
