package io.github.freestep.benchmarks.careless;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.bullet.BulletSimulation;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.physics.jolt.JoltSimulation;
import io.github.freestep.physics.lockstep.LockstepSession;
import io.github.freestep.physics.own.OwnBody;
import io.github.freestep.physics.physx.PhysxSimulation;
import io.github.freestep.physics.recording.Recorder;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.past.StateHistory;
import io.github.freestep.render.trace.MotionReport;
import io.github.freestep.state.StateLayout;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Calls every public method of the library modules with null, NaN, infinite, negative, zero and huge values, one
 * parameter at a time. Each call must return, or throw an exception that names what was wrong.
 */
class CarelessCallersTest {
    /** Hot methods with the reason: only the bounds of their arrays are checked. */
    private static final Map<String, String> HOT = Map.ofEntries(
            Map.entry("State.isAlive(int)", "called for every body of every state"),
            Map.entry("State.epoch(int)", "called for every body of every state"),
            Map.entry("State.isSameLife(int, int)", "called for every body of every state"),
            Map.entry("State.life(int)", "called for every body of every state"),
            Map.entry("Frame.life(int)", "called for every body of every frame"),
            Map.entry("State.x(int)", "called for every body of every state"),
            Map.entry("State.y(int)", "called for every body of every state"),
            Map.entry("State.z(int)", "called for every body of every state"),
            Map.entry("Frame.parent(int)", "called for every body of every frame"),
            Map.entry("Frame.point(int, Vector3fc, Vector3f)", "called for many points of every frame"),
            Map.entry("Frame.position(int, Vector3d)", "called for every body of every frame"),
            Map.entry("Frame.isAlive(int)", "called for every body of every frame"),
            Map.entry("Frame.appeared(int)", "called for every body that appeared"),
            Map.entry("Frame.disappeared(int)", "called for every body that disappeared"),
            Map.entry("Frame.position(int, Vector3f)", "called for every body of every frame"),
            Map.entry("Frame.orientation(int, Quaternionf)", "called for every body of every frame"),
            Map.entry("Frame.matrix(int, Matrix4f)", "called for every body of every frame"));

    /**
     * Calls that fail with ordinary arguments too, with the reason. For these, the exception may be about any argument.
     */
    private static final Map<String, String> NEVER_WORK = Map.ofEntries(
            Map.entry("UdpTransport.listen(String, int)", "the ordinary text is no host"),
            Map.entry("SharedPort.listen(String, int)", "the ordinary text is no host"),
            Map.entry("Bodies.spawn(int)", "body 1 is alive, for the others"),
            Map.entry("Bodies.attach(int, int)", "no body can be attached to itself"),
            Map.entry("Bodies.attached(int)", "1, the ordinary number, is beyond the number of attached bodies"),
            Map.entry("Bodies.detach(int)", "no body is attached"),
            Map.entry("FrameSampler.origin(double, double, double)", "positions are floats, for most others"),
            Map.entry("Frame.nextOrigin(double, double, double)", "positions are floats, for most others"),
            Map.entry("StateHistory.origin(double, double, double)", "positions are floats, for most others"),
            Map.entry("EngineSimulation.setUp(PhysicsContext)", "the world is open, for the others"),
            Map.entry("EngineSimulation.attach(int, int)", "1, the ordinary number, is both bodies"),
            Map.entry("EngineSimulation.detach(int)", "no body is attached, for the others"),
            Map.entry("EngineSimulation.step(Tick)", "a command is running, for the others"),
            Map.entry("PhysicsContext.restore(DataInput)", "the ordinary input is no save"),
            Map.entry("SavableEngineSimulation.save(DataOutput)", "a body of Jolt is in no world, for the others"),
            Map.entry("SavableEngineSimulation.restore(DataInput)", "the ordinary input is no saved world"),
            Map.entry("SavedNumbers.requireUnit(double)", "0.5, the ordinary number, is not nearly 1"),
            Map.entry("UnpackedLibrary.load(String, String)", "no library has the ordinary name"),
            Map.entry("StateLayout.steppedChannel(String)", "the ordinary name is that of a linear channel"),
            Map.entry("StatePublisher.begin(long, long, TimeAnchor, long)", "tick 1 is published, for readers"),
            Map.entry("StatePublisher.publish(long)", "no state is begun, for begin"),
            Map.entry("StatePublisher.overloaded(boolean)", "no state is begun, for begin"),
            Map.entry("StatePublisher.input(long, long)", "no state is begun, for begin"),
            Map.entry("StatePublisher.firstNotFinite()", "no state is begun, for begin"),
            Map.entry("StatePublisher.prefill()", "no state is begun, for begin"),
            Map.entry("PhysicsBuilder.commandCapacity(int)", "1, the ordinary number, is too small here"),
            Map.entry("MatchWorld.commandCapacity(int)", "1, the ordinary number, is too small here"),
            Map.entry("LockstepSession.start(MatchWorld)", "no sequencer answers"),
            Map.entry("LockstepSession.start(MatchWorld, Consumer)", "no sequencer answers"),
            Map.entry("LockstepSession.inline(MatchWorld)", "no sequencer answers"),
            Map.entry("MatchSettings.pauses(int, Duration)", "100 ms, the ordinary time, is too short"),
            Map.entry("Builder.listener(FrameListener)", "a listener has one sampler, and the stage opens two"),
            Map.entry("MotionReport.read(Path)", "the ordinary path is no recording"),
            Map.entry("Frame.disappeared(int)", "no body has disappeared"),
            Map.entry("Frame.changedFrom(int)", "1, the ordinary number, is beyond the only range"),
            Map.entry("Frame.changedTo(int)", "1, the ordinary number, is beyond the only range"));

    private final Stages stages = new Stages();

    /** The first problem of each call; further ones are usually of the same kind. */
    private final Map<String, String> problems = new TreeMap<>();

    private final Set<String> neverWork = new TreeSet<>();
    private int tried;

    static List<Arguments> modules() {
        return List.of(
                arguments(
                        StateLayout.class,
                        400,
                        "Bodies StateLayout StatePublisher StateReader StateWriter Ratio VirtualClock"),
                arguments(FrameSampler.class, 100, "Builder Frame FrameLoop FrameSampler MotionMeter"),
                arguments(StateHistory.class, 10, "Builder StateHistory"),
                arguments(MotionReport.class, 3, "MotionEvents MotionReport"),
                arguments(
                        PhysicsService.class,
                        650,
                        "PhysicsBuilder PhysicsService PhysicsGroup GroupMetrics InlineStepper Events EventSink InputPort"
                                + " PolledInput FedInput"),
                arguments(
                        LockstepSession.class,
                        250,
                        "LockstepSession MatchWorld Prediction SequencerServer SequencerStatus MatchSettings"),
                arguments(OwnBody.class, 80, "OwnBody"),
                arguments(Recorder.class, 90, "Recorder Replay ReplaySimulation"),
                arguments(StateSender.class, 240, "RemoteStates SenderClient StateSender"),
                arguments(
                        EngineSimulation.class,
                        400,
                        "EngineSimulation SavableEngineSimulation HitCollector Touches SavedBytes SavedNumbers"),
                arguments(PhysxSimulation.class, 150, "PhysxSimulation"),
                arguments(BulletSimulation.class, 150, "BulletSimulation"),
                arguments(JoltSimulation.class, 150, "JoltSimulation"),
                arguments(Dyn4jSimulation.class, 150, "Dyn4jSimulation"),
                arguments(Box2dSimulation.class, 150, "Box2dSimulation"));
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aCarelessCallerLearnsWhatWasWrong(Class<?> member, int leastTried, String known) throws Exception {
        List<Class<?>> types = PublicApi.types(member);
        for (Class<?> type : types) {
            for (Executable call : PublicApi.calls(type)) {
                tryAll(type, call);
            }
        }
        assertEquals(Map.of(), problems, () -> String.join("\n", problems.values()));
        Set<String> found = types.stream().map(Class::getSimpleName).collect(Collectors.toSet());
        assertTrue(found.containsAll(Set.of(known.split(" "))), () -> "found only " + found);
        assertTrue(tried >= leastTried, () -> "tried only " + tried);
        neverWork.removeAll(NEVER_WORK.keySet());
        assertEquals(Set.of(), neverWork, "calls that fail with ordinary arguments too");
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
            for (Object careless : Values.careless(parameters[i])) {
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
                judge(call, index, passed[0], where, Calls.outcome(call, instance, passed[0]));
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
        if (problem != null && !(bounds && HOT.containsKey(label))) {
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
