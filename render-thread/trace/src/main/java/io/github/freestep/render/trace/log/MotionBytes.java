package io.github.freestep.render.trace.log;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Writes a {@link MotionLog} as bytes, and reads it. All but the way of inputs to the swap, of which a log has only
 * figures. Each list has its length before it, and each record is its components, in their order. Stateless.
 */
public final class MotionBytes {
    /** No list of a log of the last seconds is longer. */
    private static final int MOST = 1 << 20;

    private static final int MOST_TEXT = 1 << 10;

    /** An entry begins with the place of its kind in this list. */
    private static final List<Class<? extends MotionEntry>> KINDS =
            List.of(TickWork.class, ShownFrame.class, StateTimes.class);

    /** Kept, because the JVM looks them up in each call. */
    private static final Map<Class<?>, RecordComponent[]> COMPONENTS = new ConcurrentHashMap<>();

    private MotionBytes() {}

    /** Writes a log. */
    public static byte[] write(MotionLog log) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            for (Object each : List.of(
                    log.thread,
                    log.setup,
                    log.frameThreads,
                    log.tickThreads,
                    log.pauses,
                    log.neighbours,
                    log.entries)) {
                write(out, each);
            }
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Object value) throws IOException, ReflectiveOperationException {
        if (value instanceof Collection<?> all) {
            out.writeInt(all.size());
            for (Object each : all) {
                write(out, each);
            }
        } else if (value instanceof Record) {
            if (value instanceof MotionEntry) {
                out.writeByte(KINDS.indexOf(value.getClass()));
            }
            for (RecordComponent each : COMPONENTS.computeIfAbsent(value.getClass(), Class::getRecordComponents)) {
                write(out, each.getAccessor().invoke(value));
            }
        } else if (value instanceof Long number) {
            out.writeLong(number);
        } else if (value instanceof Integer number) {
            out.writeInt(number);
        } else if (value instanceof Boolean flag) {
            out.writeBoolean(flag);
        } else {
            String text = value instanceof Enum<?> constant ? constant.name() : (String) value;
            out.writeUTF(text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT));
        }
    }

    /**
     * Reads what {@link #write} has returned.
     *
     * @throws IOException if the bytes are not whole, or of another version
     */
    public static MotionLog read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        try {
            MotionLog log = new MotionLog(in.readUTF(), read(in, SamplerSetup.class));
            if (log.setup.window() < 1 || log.setup.window() > MOST_TEXT) {
                throw new IOException("a window must have 1 to " + MOST_TEXT + " states, had " + log.setup.window());
            }
            log.frameThreads.addAll(list(in, long.class));
            log.tickThreads.addAll(list(in, long.class));
            log.pauses.addAll(list(in, VmPause.class));
            log.neighbours.addAll(list(in, Neighbour.class));
            list(in, MotionEntry.class).forEach(log::add);
            if (in.read() >= 0) {
                throw new IOException("nothing must follow the times, but " + (in.available() + 1) + " bytes do");
            }
            return log;
        } catch (EOFException e) {
            throw new IOException("the times are cut off after " + bytes.length + " bytes", e);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ReflectiveOperationException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new IOException("the times have a value that this version does not know: " + why.getMessage(), e);
        }
    }

    private static <T> List<T> list(DataInputStream in, Class<T> type)
            throws IOException, ReflectiveOperationException {
        int count = in.readInt();
        if (count < 0 || count > MOST) {
            throw new IOException("a list of times must have at most " + MOST + " entries, had " + count);
        }
        List<T> all = new ArrayList<>();
        while (all.size() < count) {
            all.add(read(in, type));
        }
        return all;
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    private static <T> T read(DataInputStream in, Class<T> type) throws IOException, ReflectiveOperationException {
        if (type == long.class) {
            return (T) (Long) in.readLong();
        }
        if (type == int.class) {
            return (T) (Integer) in.readInt();
        }
        if (type == boolean.class) {
            return (T) (Boolean) in.readBoolean();
        }
        if (type == String.class) {
            return (T) in.readUTF();
        }
        if (type.isEnum()) {
            return (T) Enum.valueOf((Class) type, in.readUTF());
        }
        Class<?> kind = type == MotionEntry.class ? KINDS.get(in.readByte()) : type;
        Constructor<?> constructor = kind.getConstructors()[0];
        List<Object> values = new ArrayList<>();
        for (Class<?> each : constructor.getParameterTypes()) {
            values.add(read(in, each));
        }
        return type.cast(constructor.newInstance(values.toArray()));
    }
}
