package io.github.freestep.benchmarks.careless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.capsule.Capsule;
import io.github.freestep.render.server.past.StateHistory;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Thorough;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls every public method of the library modules with null, NaN, infinite, negative, zero and huge values, one
 * parameter at a time. Each call must return, or throw an exception that names what was wrong.
 */
@Logs(
        perhaps = {
            "FRAMES_ENDED: the frame loop has ended: java.lang.IllegalStateException: ends the loop",
            "it may be in degrees"
        })
class CarelessCallersTest {
    /** Called for every body of every state or frame, so only the bounds of their arrays are checked, without words. */
    private static final Pattern HOT = Pattern.compile("(State|Frame)\\.(?!isAlive|life)\\w+\\(int.*");

    private final Stages stages = new Stages();

    /** The first problem of each call; further ones are usually of the same kind. */
    private final Map<String, String> problems = new TreeMap<>();

    /** Calls that fail with ordinary arguments, too. */
    private final Set<String> neverWork = new TreeSet<>();

    private int tried;

    /** A class of each module, how many calls are tried at least, and how many methods fail with ordinary arguments. */
    static List<Arguments> modules() {
        return List.of(
                arguments(StateLayout.class, 460, 9),
                arguments(FrameSampler.class, 250, 6),
                arguments(StateHistory.class, 300, 5),
                arguments(MotionReport.class, 3, 1),
                arguments(Capsule.class, 40, 1),
                arguments(Smooth.class, 100, 0),
                arguments(PhysicsService.class, 650, 2),
                arguments(LockstepSession.class, 250, 5),
                arguments(OwnBody.class, 80, 0),
                arguments(Recorder.class, 90, 2),
                arguments(StateSender.class, 240, 2),
                arguments(EngineSimulation.class, 400, 6),
                arguments(PhysxSimulation.class, 10, 0),
                arguments(BulletSimulation.class, 4, 0),
                arguments(JoltSimulation.class, 15, 2),
                arguments(Dyn4jSimulation.class, 4, 1),
                arguments(Box2dSimulation.class, 4, 0));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aCarelessCallerLearnsWhatWasWrong(Class<?> member, int leastTried, int neverWorking) throws Exception {
        for (Class<?> type : PublicApi.types(member)) {
            for (Executable call : PublicApi.calls(type)) {
                tryAll(type, call);
            }
        }
        assertEquals(Map.of(), problems, () -> String.join("\n", problems.values()));
        assertTrue(tried >= leastTried / Thorough.of(2, 1), () -> "tried only " + tried);
        // For these, the exception may be about any argument.
        assertEquals(
                neverWorking, neverWork.size(), () -> "calls that also fail with ordinary arguments: " + neverWork);
    }

    private void tryAll(Class<?> type, Executable call) {
        String label = PublicApi.label(call);
        Stages.Stage stage = stages.of(type);
        if (stage == null && call instanceof Method method && !Modifier.isStatic(method.getModifiers())) {
            problems.put(label, label + " has no stage; add one to Stages");
            return;
        }
        Stages.Stage set = stage != null ? stage : use -> use.on(null);
        Class<?>[] parameters = call.getParameterTypes();
        tryOne(set, call, -1, null, label);
        for (int i = 0; i < parameters.length; i++) {
            for (Object careless : Values.careless(parameters[i], i)) {
                tryOne(set, call, i, careless, label + ", parameter " + i + " = " + abbreviated(careless) + " ");
            }
        }
    }

    /**
     * Makes one call; index -1 means ordinary arguments. An accepted value may also fail later, in the rest of
     * the stage.
     */
    private void tryOne(Stages.Stage stage, Executable call, int index, Object careless, String where) {
        Object[][] passed = new Object[1][];
        try {
            stage.set((instance, given) -> {
                passed[0] = passed(call, index, careless, given);
                judge(call, index, passed[0], where, outcome(call, instance, passed[0]));
            });
            if (passed[0] == null) {
                problems.putIfAbsent(PublicApi.label(call), where + " was never called");
            }
        } catch (Throwable later) {
            if (passed[0] == null) {
                throw new AssertionError(where + " has a stage that fails", later);
            }
            judge(call, index, passed[0], where + "later ", later);
        }
    }

    /** Returns the exception that a call threw, or null. Closes the result of the call if it can be closed. */
    private static Throwable outcome(Executable call, Object instance, Object[] arguments) {
        try {
            call.setAccessible(true);
            Object result = call instanceof Method method
                    ? method.invoke(instance, arguments)
                    : ((Constructor<?>) call).newInstance(arguments);
            if (result instanceof AutoCloseable opened && result != instance) {
                opened.close();
            }
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } catch (Exception e) {
            return new AssertionError("the test could not make the call", e);
        }
    }

    private void judge(Executable call, int index, Object[] arguments, String where, Throwable thrown) {
        tried++;
        String label = PublicApi.label(call);
        if (index < 0) {
            if (thrown != null) {
                neverWork.add(label);
            }
            return;
        }
        String problem = Outcome.problem(thrown, arguments, neverWork.contains(label) ? -1 : index);
        boolean bounds = thrown instanceof ArrayIndexOutOfBoundsException;
        if (problem != null && !(bounds && HOT.matcher(label).matches())) {
            problems.putIfAbsent(label, where + problem);
        }
    }

    private static Object[] passed(Executable call, int index, Object careless, Object[] given) {
        Class<?>[] parameters = call.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = i == index ? careless : Values.ordinary(parameters[i], Arrays.asList(given));
        }
        return arguments;
    }

    private static String abbreviated(Object value) {
        String text = value instanceof Object[] several ? Arrays.toString(several) : String.valueOf(value);
        return text.length() > 60 ? text.substring(0, 60) + "..." : text;
    }
}
