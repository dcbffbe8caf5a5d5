package io.github.freestep.benchmarks.careless;

import static java.util.Map.entry;

import com.github.stephengold.joltjni.PointConstraintSettings;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.NanoClock;
import io.github.freestep.time.Ratio;
import io.github.freestep.time.VirtualClock;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Makes ordinary and careless values for parameters, by type. */
final class Values {
    private static final int LONG_TEXT = Thorough.of(1 << 16, 1 << 20);

    private static final Map<Class<?>, Object> ORDINARY = Map.ofEntries(
            entry(int.class, 1),
            entry(long.class, 1L),
            entry(float.class, 0.5f),
            entry(double.class, 0.5),
            entry(boolean.class, true),
            entry(String.class, "heat"),
            entry(Duration.class, Duration.ofMillis(100)),
            entry(InetAddress.class, InetAddress.getLoopbackAddress()),
            entry(InetSocketAddress.class, new InetSocketAddress("127.0.0.1", 20_000)),
            entry(SocketAddress.class, new InetSocketAddress("127.0.0.1", 20_000)),
            entry(Ratio.class, Ratio.of(100)),
            entry(StateLayout.class, StateLayout.of(4)),
            entry(double[].class, new double[] {0, 9, 0, 0, -1, 0, 9}),
            entry(Hits[].class, new Hits[] {new Hits(1)}),
            entry(Path.class, Path.of("there", "is", "no", "such", "folder")));

    private static final List<Object> DOUBLES = List.of(
            Double.NaN,
            Double.NEGATIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            -1.0,
            0.0,
            -Double.MAX_VALUE,
            Double.MAX_VALUE);

    private static final List<Object> FLOATS = List.of(
            Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, -1f, 0f, -Float.MAX_VALUE, Float.MAX_VALUE);

    private static final Map<Class<?>, List<Object>> CARELESS = Map.ofEntries(
            entry(int.class, List.of(Integer.MIN_VALUE, -1, 0, 5, 1_000_000_000, Integer.MAX_VALUE)),
            entry(long.class, List.of(Long.MIN_VALUE, -1L, 0L, 1L << 40, Long.MAX_VALUE - 1, Long.MAX_VALUE)),
            entry(float.class, FLOATS),
            entry(double.class, DOUBLES),
            entry(boolean.class, List.of(false)),
            entry(String.class, List.of("", "a\u0000b", "a".repeat(LONG_TEXT))),
            entry(
                    Duration.class,
                    List.of(
                            Duration.ZERO,
                            Duration.ofNanos(-1),
                            Duration.ofNanos(1),
                            Duration.ofSeconds(Long.MIN_VALUE),
                            Duration.ofSeconds(Long.MAX_VALUE))),
            entry(
                    Ratio.class,
                    List.of(Ratio.of(1, Ratio.LIMIT), Ratio.of(Ratio.LIMIT), Ratio.of(Ratio.LIMIT, Ratio.LIMIT - 1))),
            entry(String[].class, List.of(new String[] {null}, new String[] {""}, new String[] {"twice", "twice"})),
            entry(float[].class, List.of(new float[0])),
            entry(double[].class, List.of(new double[0], new double[7])),
            entry(Hits[].class, List.of((Object) new Hits[] {null})),
            entry(
                    FloatBuffer.class,
                    List.of(FloatBuffer.allocate(0), FloatBuffer.allocate(1_000).asReadOnlyBuffer())),
            entry(ByteBuffer.class, List.of(ByteBuffer.allocate(0), ByteBuffer.allocate(2_000))),
            entry(byte[].class, List.of(new byte[0], new byte[17])),
            entry(PhysicsEvent.Kind[].class, List.of((Object) new PhysicsEvent.Kind[] {null})),
            entry(Path.class, List.of(Path.of(""), Path.of("."))));

    private Values() {}

    static Object ordinary(Class<?> type, List<Object> given) {
        for (Object candidate : given) {
            if (type.isInstance(candidate)) {
                return candidate;
            }
        }
        if (ORDINARY.containsKey(type)) {
            return ORDINARY.get(type);
        } else if (type == FloatBuffer.class) {
            return FloatBuffer.allocate(1_000);
        } else if (type == ByteBuffer.class) {
            return ByteBuffer.allocate(1_000);
        } else if (type.isArray()) {
            return Array.newInstance(
                    type.getComponentType(), type.getComponentType().isPrimitive() ? 1_000 : 0);
        } else if (type.isEnum()) {
            return type.getEnumConstants()[0];
        } else if (type == NanoClock.class) {
            return new VirtualClock(0);
        } else if (type == TwoBodyConstraintSettings.class) {
            return new PointConstraintSettings();
        }
        return type.isInterface() ? stub(type) : plain(type);
    }

    /** In a quick run, the parameters of a method take turns with the halves of the list. */
    static List<Object> careless(Class<?> type, int parameter) {
        List<Object> listed = CARELESS.getOrDefault(type, List.of());
        List<Object> all = new ArrayList<>();
        for (int i = Thorough.of(parameter + 1 & 1, 0); i < listed.size(); i += Thorough.of(2, 1)) {
            all.add(listed.get(i));
        }
        if (all.isEmpty() && type.isInterface() && !type.isSealed()) {
            all.add(stub(type));
        }
        if (!type.isPrimitive()) {
            all.add(null);
        }
        return all;
    }

    /** Implements an interface like a user in a hurry: every method does nothing and returns null, zero or false. */
    private static Object stub(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            if (method.getName().equals("toString")) {
                return "a stub";
            }
            Class<?> result = method.getReturnType();
            return result.isPrimitive() && result != void.class ? Array.get(Array.newInstance(result, 1), 0) : null;
        });
    }

    private static Object plain(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("there is no ordinary " + type + "; let a stage provide one", e);
        }
    }
}
