package io.github.freestep.physics.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.query.Hits;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * Tests what the code of a user may call in each place in which a world calls it. An engine may end the process if it
 * is changed there.
 */
public abstract class CallbackContract<B> extends QueryContract<B> {
    private static final int BODIES = 6;
    private static final double[] DOWN = {0, 40, 0, 0, -1, 0, 100};
    private static final String QUERIES = " ray rays overlapSphere overlapBox";
    private static final String CHANGES =
            QUERIES + " attach detach teleport refresh setUserObject addJoint contacts wake";

    /** Methods that only read, and those that a service calls. */
    private static final Set<String> HARMLESS = Set.of("part", "body", "slot", "userObject", "own", "write", "setUp");

    private Tick lastTick;

    /** Where a world calls code of the user: a method of a scene or another one; and what that code may call. */
    enum Place {
        FILTER_OF_RAY("", ""),
        FILTER_OF_RAYS("", ""),
        FILTER_OF_SPHERE("", ""),
        FILTER_OF_BOX("", ""),
        CALLBACK_OF_ENGINE("", ""),
        ON_POSE_IN_STEP("onPose", QUERIES + " remove run"),
        ON_POSE_IN_TELEPORT("onPose", QUERIES + " remove run"),
        ON_POSE_IN_REFRESH("onPose", QUERIES + " remove run"),
        ON_POSE_IN_ADD("onPose", QUERIES + " remove run"),
        ON_POSE_IN_RESTORE("onPose", QUERIES + " remove run"),
        WRITE("write", QUERIES),
        RESTING("resting", QUERIES),
        SAVE_BODY("saveBody", QUERIES),
        SAVE("save", QUERIES),
        STREAM_OF_SAVE("", QUERIES),
        STREAM_OF_RESTORE("", ""),
        RESTORE_BODY("restoreBody", CHANGES),
        RESTORE("restore", CHANGES + " add remove run"),
        BEFORE_STEP("beforeStep", CHANGES + " add remove run save restore saveReported restoreReported"),
        COMMAND("", CHANGES + " add remove run save restore saveReported restoreReported");

        final String method;
        final Set<String> allowed;

        Place(String method, String allowed) {
            this.method = method;
            this.allowed = new TreeSet<>(List.of(allowed.trim().split(" ")));
        }
    }

    /** Calls {@link #reached} in each place. */
    private final class Calling implements EngineScene<EngineSimulation<B>> {
        private Place place;
        private Map<String, Executable> calls = Map.of();
        private final Set<String> done = new TreeSet<>();

        void reached(Place here) {
            if (here == place) {
                place = null;
                calls.forEach((name, call) -> {
                    try {
                        call.execute();
                        done.add(name);
                    } catch (IllegalStateException refused) {
                        assertTrue(refused.getMessage().contains("must not be"), refused::getMessage);
                    } catch (Throwable t) {
                        throw new AssertionError(name + " in " + here, t);
                    }
                });
            }
        }

        @Override
        public void build(EngineSimulation<B> world) {
            floor(world);
            line(world, BODIES);
        }

        @Override
        public void beforeStep(EngineSimulation<B> world, Tick tick) {
            lastTick = tick;
            reached(Place.BEFORE_STEP);
        }

        @Override
        public void onPose(
                EngineSimulation<B> world,
                int slot,
                double px,
                double py,
                double pz,
                float ox,
                float oy,
                float oz,
                float ow) {
            if (place != null && place.method.equals("onPose")) {
                reached(place);
            }
        }

        @Override
        public void write(EngineSimulation<B> world, StateWriter state) {
            reached(Place.WRITE);
        }

        @Override
        public boolean resting(EngineSimulation<B> world) {
            reached(Place.RESTING);
            return false;
        }

        @Override
        public void saveBody(EngineSimulation<B> world, int slot, DataOutput out) {
            reached(Place.SAVE_BODY);
        }

        @Override
        public void restoreBody(EngineSimulation<B> world, int slot, DataInput in) {
            reached(Place.RESTORE_BODY);
            if (world.body(slot) == null) {
                world.add(body(world, 0, 20));
            }
        }

        @Override
        public void save(EngineSimulation<B> world, DataOutput out) {
            reached(Place.SAVE);
        }

        @Override
        public void restore(EngineSimulation<B> world, DataInput in) {
            reached(Place.RESTORE);
        }
    }

    /** A new method of a scene is a place, and a new one that changes a world must be tried in all of them. */
    @Test
    void allPlacesAndCallsAreTried() {
        Set<String> methods = names(Stream.of(EngineScene.class.getDeclaredMethods()));
        methods.removeAll(Stream.of(Place.values()).map(place -> place.method).toList());
        assertEquals(Set.of("build"), methods);
        EngineSimulation<B> world = world(StateLayout.of(CAPACITY), new Calling());
        Set<String> calls = names(Stream.of(world.getClass().getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && each.getDeclaringClass() != Object.class)
                .filter(each -> each.getParameterCount() > 0 || each.getReturnType() == void.class));
        calls.removeAll(HARMLESS);
        byte[] saved = world instanceof SavableSimulation ? new byte[0] : null;
        calls.removeAll(calls(world, stepper(world), saved, Place.COMMAND).keySet());
        assertEquals(
                answersQueries()
                        ? Set.of()
                        : new TreeSet<>(List.of(QUERIES.trim().split(" "))),
                calls);
    }

    private static Set<String> names(Stream<Method> methods) {
        return methods.filter(each -> !each.isSynthetic())
                .map(Method::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void aCallbackMayCallWhatDoesNoHarm() throws IOException {
        for (Place place : Place.values()) {
            Calling scene = new Calling();
            EngineSimulation<B> world = world(StateLayout.of(CAPACITY), scene);
            boolean isSavable = world instanceof SavableSimulation;
            if (answersQueries() || !place.name().startsWith("FILTER")) {
                if (isSavable || !isSavingOrRestoring(place)) {
                    callIn(place, scene, world, isSavable);
                }
            }
        }
    }

    private void callIn(Place place, Calling scene, EngineSimulation<B> world, boolean isSavable) throws IOException {
        InlineStepper stepper = stepper(world);
        if (place == Place.CALLBACK_OF_ENGINE && !callsBack(world, () -> scene.reached(place))) {
            return;
        }
        stepper.advance(TICK_NANOS);
        byte[] saved = isSavable ? save(stepper) : null;
        scene.calls = calls(world, stepper, saved, place);
        scene.place = place;
        switch (place) {
            case FILTER_OF_RAY -> world.ray(0, 40, 0, 0, -1, 0, 100, slot -> ask(scene, place), new Hits(8));
            case FILTER_OF_RAYS -> world.rays(DOWN, slot -> ask(scene, place), new Hits(8));
            case FILTER_OF_SPHERE -> world.overlapSphere(0, 9, 0, 9, slot -> ask(scene, place), new Hits(8));
            case FILTER_OF_BOX -> world.overlapBox(0, 9, 0, 9, 9, 9, slot -> ask(scene, place), new Hits(8));
            case ON_POSE_IN_TELEPORT -> world.teleport(0);
            case ON_POSE_IN_REFRESH -> world.refresh(0);
            case ON_POSE_IN_ADD -> world.add(body(world, 60, 5));
            case CALLBACK_OF_ENGINE -> stepper.advance(100 * TICK_NANOS);
            case RESTING -> world.resting();
            case SAVE_BODY, SAVE -> save(stepper);
            case RESTORE_BODY, RESTORE, ON_POSE_IN_RESTORE -> restore(stepper, save(stepper));
            case STREAM_OF_SAVE ->
                ((SavableSimulation) world).save(new DataOutputStream(new OutputStream() {
                    @Override
                    public void write(int b) {
                        scene.reached(place);
                    }
                }));
            case STREAM_OF_RESTORE -> {
                ByteArrayInputStream in = new ByteArrayInputStream(saved);
                ((SavableSimulation) world).restore(new DataInputStream(new InputStream() {
                    @Override
                    public int read() {
                        scene.reached(place);
                        return in.read();
                    }
                }));
            }
            case COMMAND -> stepper.submit(c -> scene.reached(place)).join();
            default -> stepper.advance(TICK_NANOS);
        }
        assertNull(scene.place, "the place was reached");
        place.allowed.retainAll(scene.calls.keySet());
        assertEquals(place.allowed, scene.done, "" + place);
        stepper.advance(30 * TICK_NANOS);
        assertTrue(newest(stepper).isAlive(0), "the world continues");
    }

    private static boolean isSavingOrRestoring(Place place) {
        return place.name().contains("SAVE") || place.name().contains("RESTORE");
    }

    private boolean ask(Calling scene, Place place) {
        scene.reached(place);
        return true;
    }

    private Map<String, Executable> calls(EngineSimulation<B> world, InlineStepper stepper, byte[] saved, Place place) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        // A world of Jolt is not saved while a body is not in it, and Jolt makes no body within a callback of its own.
        B made = isSavingOrRestoring(place) ? null : body(world, 40, 5);
        Hits hits = new Hits(4);
        if (answersQueries()) {
            calls.put("ray", () -> world.ray(0, 40, 0, 0, -1, 0, 100, slot -> true, hits));
            calls.put("rays", () -> world.rays(DOWN, slot -> true, hits));
            calls.put("overlapSphere", () -> world.overlapSphere(0, 9, 0, 9, slot -> true, hits));
            calls.put("overlapBox", () -> world.overlapBox(0, 9, 0, 9, 9, 9, slot -> true, hits));
        }
        calls.putAll(ownCalls(world));
        calls.put("attach", () -> world.attach(3, 0));
        calls.put("detach", () -> world.detach(3));
        calls.put("teleport", () -> world.teleport(3));
        calls.put("refresh", () -> world.refresh(3));
        calls.put("setUserObject", () -> world.setUserObject(3, "an object"));
        calls.put("remove", () -> world.remove(1));
        PhysicsContext context = stepper.call(c -> c).join();
        calls.put("run", () -> world.run(c -> world.remove(2), context));
        calls.put("step", () -> world.step(lastTick));
        if (place != Place.RESTORE_BODY) {
            calls.put("add", () -> world.add(made == null ? body(world, 40, 5) : made));
        }
        if (saved != null) {
            SavableSimulation savable = (SavableSimulation) world;
            ByteArrayOutputStream reported = new ByteArrayOutputStream();
            assertDoesNotThrow(() -> savable.saveReported(new DataOutputStream(reported)));
            calls.put(
                    "saveReported", () -> savable.saveReported(new DataOutputStream(OutputStream.nullOutputStream())));
            calls.put("restoreReported", () -> savable.restoreReported(in(reported.toByteArray())));
            calls.put("save", () -> savable.save(new DataOutputStream(OutputStream.nullOutputStream())));
            calls.put("restore", () -> savable.restore(in(saved)));
        }
        calls.put("close", world::close);
        return calls;
    }

    /** As in a level below which bodies are lost. */
    @Test
    void onPoseRemovesBodiesOnceAllPosesAreRead() {
        List<IntConsumer> removing = new ArrayList<>();
        EngineSimulation<B> world = world(StateLayout.of(CAPACITY), new EngineScene<>() {
            @Override
            public void build(EngineSimulation<B> in) {
                line(in, BODIES);
            }

            @Override
            public void onPose(
                    EngineSimulation<B> in,
                    int slot,
                    double px,
                    double py,
                    double pz,
                    float ox,
                    float oy,
                    float oz,
                    float ow) {
                if (py < 0.8) {
                    removing.forEach(each -> each.accept(slot));
                }
            }
        });
        InlineStepper stepper = stepper(world);
        PhysicsContext context = stepper.call(c -> c).join();
        removing.add(slot -> {
            world.remove(slot);
            int neighbour = slot ^ 1;
            if (world.body(neighbour) != null) {
                world.remove(neighbour);
            }
            Command failing = c -> {
                throw new IllegalArgumentException("no such model");
            };
            assertThrows(IllegalArgumentException.class, () -> world.run(failing, context));
            assertNotNull(world.body(slot), "it stays until the end of the pass");
        });
        int rider = world.add(body(world, 50, 900));
        world.attach(1, 0);
        world.attach(rider, 0);
        stepper.advance(300 * TICK_NANOS);
        for (int slot = 0; slot < BODIES; slot++) {
            assertNull(world.body(slot));
            assertFalse(newest(stepper).isAlive(slot));
        }
        assertTrue(newest(stepper).isAlive(rider), "it has lost only what it was attached to");
        world.remove(rider);
        int below = world.add(body(world, 0, -6));
        assertNull(world.body(below));
        assertEquals(below, world.add(body(world, 0, 6)));
        stepper.advance(TICK_NANOS);
        assertTrue(newest(stepper).isAlive(below));
    }
}
