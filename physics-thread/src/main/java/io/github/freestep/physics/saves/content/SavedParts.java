package io.github.freestep.physics.saves.content;

import io.github.freestep.internal.SafeText;
import io.github.freestep.internal.query.StateDifference;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.state.StateBuffer;
import io.github.freestep.state.StateReader;
import java.io.DataOutput;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Notes by name what the state of a world has and what the world saves, so that a desync can name the value that
 * differs. The result is a text, which has a line for each part: its name and its values, with tabs between them. Other
 * saves have no names, so their bytes are the same with and without them. For one thread.
 */
public final class SavedParts {
    /** What the {@link DataOutput} also is if names are noted. */
    public interface Names {
        /** Names the values that follow. */
        void part(String name);

        /** Says whose values follow; those of no body if the slot is negative. */
        void body(int slot);
    }

    /** Writes what a world saves. */
    public interface Saver {
        void save(DataOutput out) throws IOException;
    }

    /** Says that no value is known that differs. */
    public static final String UNKNOWN = "which values differ is not known";

    private static final String UNNAMED = "the save";

    /** The most of all parts that a game names, of those of bodies, and of the others; later values are left out. */
    private static final int MOST_CHARS = 3 << 17;

    /** Texts with more bytes are not compared. Only such can have them that are forged, or that are not in ASCII. */
    public static final int MOST_BYTES = 3 * MOST_CHARS;

    private static final int MOST_FOUND = 6;
    private static final int LONGEST = 60;

    /** For each name, the line that begins with it; first those that a game names, so that no others hide them. */
    private final List<Map<String, StringBuilder>> lines =
            List.of(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());

    private final long[] chars = new long[lines.size()];
    private String ofBody = "";
    private String part = UNNAMED;

    /** Returns the text of a world between two ticks. If the world cannot be saved, it is that of its state. */
    public static byte[] of(PhysicsContext context, StateBuffer states, Saver world) {
        SavedParts all = new SavedParts();
        all.note("tick", String.valueOf(context.tick()));
        try (StateReader reader = states.reader()) {
            reader.acquire();
            new StateDifference(states.layout(), "", "").describe(reader.state(0), all::note);
            Class<?>[] types = {DataOutput.class, Names.class};
            Object out = Proxy.newProxyInstance(Names.class.getClassLoader(), types, all::write);
            world.save((DataOutput) out);
        } catch (IOException | RuntimeException e) {
            // What was noted before can be compared.
        }
        return all.lines.stream()
                .flatMap(each -> each.values().stream())
                .collect(Collectors.joining("\n"))
                .getBytes(StandardCharsets.UTF_8);
    }

    private @Nullable Object write(Object out, Method method, Object[] values) {
        switch (method.getName()) {
            case "part" -> part = SafeText.line(values[0] + ofBody);
            case "body" -> {
                ofBody = (int) values[0] < 0 ? "" : " of body " + values[0];
                part = UNNAMED + ofBody;
            }
            default -> note(part, text(values));
        }
        return null;
    }

    private static String text(Object[] values) {
        if (values[0] instanceof byte[] bytes) {
            int length = values.length > 1 ? (int) values[2] : bytes.length;
            ByteBuffer written = ByteBuffer.wrap(bytes, values.length > 1 ? (int) values[1] : 0, length);
            return length + " bytes with hash " + Integer.toHexString(written.hashCode());
        }
        return values[0] instanceof String text ? SafeText.line(text) : values[0].toString();
    }

    private void note(String to, String value) {
        int kind = to.startsWith(UNNAMED) ? 2 : to.contains("body ") ? 1 : 0;
        chars[kind] += value.length() + 1 + (lines.get(kind).containsKey(to) ? 0 : to.length() + 1);
        if (chars[kind] < MOST_CHARS) {
            lines.get(kind).computeIfAbsent(to, StringBuilder::new).append('\t').append(value);
        }
    }

    /**
     * Returns the first value of each part that differs between two texts, such as "score is 13 in one, and 12 in
     * other", of at most six parts that both have; {@link #UNKNOWN} if none differs. The texts may be forged.
     */
    public static String difference(byte[] one, byte[] other, String inOne, String inOther) {
        Map<String, String[]> there = lines(other);
        List<String> found = new ArrayList<>();
        lines(one).forEach((name, a) -> {
            String[] b = there.getOrDefault(name, a);
            int at = Arrays.mismatch(a, b);
            if (at > 0 && found.size() < MOST_FOUND) {
                found.add((at > 1 ? "value " + at + " of " : "") + shown(a, 0) + " is " + shown(a, at) + " in " + inOne
                        + ", and " + shown(b, at) + " in " + inOther);
            }
        });
        return found.isEmpty() ? UNKNOWN : String.join("; ", found);
    }

    private static Map<String, String[]> lines(byte[] text) {
        Map<String, String[]> lines = new LinkedHashMap<>();
        new String(text, StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.split("\t", -1))
                .forEach(line -> lines.put(line[0], line));
        return lines;
    }

    private static String shown(String[] line, int at) {
        String text = at < line.length ? line[at] : "missing";
        return SafeText.line(text.substring(0, Math.min(text.length(), LONGEST)));
    }
}
