package io.github.freestep.benchmarks.careless;

import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.state.StateLayout;
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

/** Makes ordinary and careless values for parameters, by type. */
final class Values {
    private static final int LONG_TEXT = 1 << 20;

    private Values() {}

    static Object ordinary(Class<?> type, List<Object> given) {
        for (Object candidate : given) {
            if (type.isInstance(candidate)) {
                return candidate;
            }
        }
        if (type == int.class) {
            return 1;
        } else if (type == long.class) {
            return 1L;
        } else if (type == float.class) {
            return 0.5f;
        } else if (type == double.class) {
            return 0.5;
        } else if (type == boolean.class) {
            return true;
        } else if (type == String.class) {
            return "heat";
        } else if (type == Duration.class) {
            return Duration.ofMillis(100);
        } else if (type == InetAddress.class) {
            return InetAddress.getLoopbackAddress();
        } else if (type == InetSocketAddress.class || type == SocketAddress.class) {
            return new InetSocketAddress("127.0.0.1", 20_000);
        } else if (type == Ratio.class) {
            return Ratio.of(100);
        } else if (type == StateLayout.class) {
            return StateLayout.of(4);
        } else if (type == Path.class) {
            return Path.of("there", "is", "no", "such", "folder");
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
        }
        return type.isInterface() ? stub(type) : plain(type);
    }

    static List<Object> careless(Class<?> type) {
        if (type == int.class) {
            return List.of(Integer.MIN_VALUE, -1, 0, 5, 1_000_000_000, Integer.MAX_VALUE);
        } else if (type == long.class) {
            return List.of(Long.MIN_VALUE, -1L, 0L, 1L << 40, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        } else if (type == float.class) {
            return List.of(
                    Float.NaN,
                    Float.NEGATIVE_INFINITY,
                    Float.POSITIVE_INFINITY,
                    -1f,
                    0f,
                    -Float.MAX_VALUE,
                    Float.MAX_VALUE);
        } else if (type == double.class) {
            return List.of(
                    Double.NaN,
                    Double.NEGATIVE_INFINITY,
                    Double.POSITIVE_INFINITY,
                    -1.0,
                    0.0,
                    -Double.MAX_VALUE,
                    Double.MAX_VALUE);
        } else if (type == boolean.class) {
            return List.of(false);
        }
        return withNull(type);
    }

    private static List<Object> withNull(Class<?> type) {
        List<Object> others = List.of();
        if (type == String.class) {
            others = List.of("", "a\u0000b", "a".repeat(LONG_TEXT));
        } else if (type == Duration.class) {
            others = List.of(
                    Duration.ZERO,
                    Duration.ofNanos(-1),
                    Duration.ofNanos(1),
                    Duration.ofSeconds(Long.MIN_VALUE),
                    Duration.ofSeconds(Long.MAX_VALUE));
        } else if (type == Ratio.class) {
            others = List.of(Ratio.of(1, Ratio.LIMIT), Ratio.of(Ratio.LIMIT), Ratio.of(Ratio.LIMIT, Ratio.LIMIT - 1));
        } else if (type == String[].class) {
            others = List.of(new String[] {null}, new String[] {""}, new String[] {"twice", "twice"});
        } else if (type == float[].class) {
            others = List.of(new float[0]);
        } else if (type == FloatBuffer.class) {
            others =
                    List.of(FloatBuffer.allocate(0), FloatBuffer.allocate(1_000).asReadOnlyBuffer());
        } else if (type == ByteBuffer.class) {
            others = List.of(ByteBuffer.allocate(0), ByteBuffer.allocate(2_000));
        } else if (type == byte[].class) {
            others = List.of(new byte[0], new byte[17]);
        } else if (type == PhysicsEvent.Kind[].class) {
            others = List.of((Object) new PhysicsEvent.Kind[] {null});
        } else if (type == Path.class) {
            others = List.of(Path.of(""), Path.of("."));
        } else if (type.isInterface() && !type.isSealed()) {
            others = List.of(stub(type));
        }
        List<Object> all = new ArrayList<>(others);
        all.add(null);
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
