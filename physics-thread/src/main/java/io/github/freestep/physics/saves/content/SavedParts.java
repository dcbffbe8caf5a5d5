package io.github.freestep.physics.saves.content;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.query.StateDifference;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.state.State;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notes by name what a world saves and what its state has, so that a desync can name the value that differs. The result
 * is a text, which has a line for each part: its name and its values, with tabs between them. Other saves have no
 * names, so their bytes are the same with and without them. For one thread.
 */
public final class SavedParts {
    /** A {@link DataOutput} that notes names. A world gets it if its values are to be compared. */
    public interface Names extends DataOutput {
        /** Names the values that follow. */
        void part(String name);

        /** Says whose values follow; those of no body if the slot is negative. */
        void body(int slot);
    }

    /** Saves a world. */
    public interface Content {
        void save(DataOutput out) throws IOException;
    }

    /** Says that states differ, but not in which values. */
    public static final String UNKNOWN = "which values differ is not known";

    /** A match compares only so many of the first bytes of a text, so that no peer makes others take more memory. */
    public static final int MOST_BYTES = 1 << 20;

    private static final String UNNAMED = "the save";
    private static final int MOST_FOUND = 6;
    private static final int LONGEST = 60;

    private final Map<String, StringBuilder> lines = new LinkedHashMap<>();
    private String ofBody = "";
    private String part = UNNAMED;

    /** Returns the text of a world between two ticks. What the world cannot save is missing in it. */
    public static byte[] of(PhysicsContext context, StateBuffer states, Content world) {
        SavedParts all = new SavedParts();
        Class<?>[] types = {Names.class};
        Names out = (Names) Proxy.newProxyInstance(Names.class.getClassLoader(), types, all::write);
        try {
            world.save(out);
        } catch (IOException | RuntimeException e) {
            // The state can still be compared, as can what was saved before.
        }
        try (StateReader reader = states.reader()) {
            reader.acquire();
            State newest = reader.state(0);
            // While ticks are caught up, and between those of publishEvery, the newest state is older than the world.
            if (newest.tick() == context.tick()) {
                new StateDifference(states.layout(), "", "").describe(newest, all::note);
            }
        }
        // The last tab ends the last value, so that one that was cut is not compared.
        return (String.join("\n", all.lines.values()) + "\t").getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable Object write(Object out, Method method, Object[] values) {
        switch (method.getName()) {
            case "part" -> part = values[0] + ofBody;
            case "body" -> {
                ofBody = (int) values[0] < 0 ? "" : " of body " + values[0];
                part = UNNAMED + ofBody;
            }
            default -> note(part, values[0] instanceof byte[] array ? text(array, values) : values[0]);
        }
        return null;
    }

    private static String text(byte[] array, Object[] values) {
        ByteBuffer bytes =
                values.length == 1 ? ByteBuffer.wrap(array) : ByteBuffer.wrap(array, (int) values[1], (int) values[2]);
        return bytes.remaining() + " bytes with hash " + Integer.toHexString(bytes.hashCode());
    }

    private void note(String to, Object value) {
        lines.computeIfAbsent(SafeText.line(to), StringBuilder::new)
                .append('\t')
                .append(SafeText.line(value.toString()));
    }

    /**
     * Returns the first value that differs between two texts, and that of each other part, such as "score is 13 in one,
     * and 12 in other"; {@link #UNKNOWN} if none differs. A part that many bodies have counts once, and at most six are
     * named. What only one text has does not count, because the end of a long text is cut off. The texts may be forged.
     */
    public static String difference(byte[] one, byte[] other, String inOne, String inOther) {
        Map<String, String[]> there = lines(other);
        Map<String, String> found = new LinkedHashMap<>();
        lines(one).forEach((name, a) -> {
            String[] b = there.getOrDefault(name, a);
            int at = Arrays.mismatch(a, b);
            if (at > 0 && at < Math.min(a.length, b.length) && found.size() < MOST_FOUND) {
                int body = name.lastIndexOf("body ");
                found.computeIfAbsent(
                        name.substring(0, body < 0 ? name.length() : body),
                        part -> (at > 1 ? "value " + at + " of " : "") + shown(name) + " is " + shown(a[at]) + " in "
                                + inOne + ", and " + shown(b[at]) + " in " + inOther);
            }
        });
        return found.isEmpty() ? UNKNOWN : String.join("; ", found.values());
    }

    private static Map<String, String[]> lines(byte[] text) {
        Map<String, String[]> lines = new LinkedHashMap<>();
        String all = new String(text, StandardCharsets.UTF_8);
        all.substring(0, Math.max(0, all.lastIndexOf('\t')))
                .lines()
                .map(line -> line.split("\t", -1))
                .forEach(line -> lines.put(line[0], line));
        return lines;
    }

    private static String shown(String text) {
        return SafeText.line(text.substring(0, Math.min(text.length(), LONGEST)));
    }
}
