package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.PointConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.readonly.ConstAaBox;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which bodies wake when others are removed, and what a removal costs in a large world. */
class JoltRemovalTest extends EngineRig {
    private static final float NEAR = 0.05f;
    private static final int MOST = 300;
    private static final int SMALL = 4_000;
    private static final int LARGE = 32_000;

    private final JoltCalls known = load();
    private Consumer<String> counted = name -> {};

    private static JoltCalls load() {
        JoltSimulation.load();
        return JoltRuntime.calls();
    }

    @AfterEach
    void restoreCalls() {
        JoltRuntime.calls = known;
    }

    /** Compares a command that removes many bodies with the rule that each removal wakes what its body touches. */
    @Test
    void bodiesThatStayWakeAsIfEachRemovalWokeItsNeighbours() {
        Seeds.first(Thorough.of(6, 400)).forEach(this::removeAtRandom);
    }

    /** In a pause, so that no step makes Jolt's trees shallow. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRemovalTakesAsFewCallsInALargeWorldAsInASmallOne(int stride) {
        double small = callsPerRemoval(SMALL, stride);
        double large = callsPerRemoval(LARGE, stride);
        assertTrue(large < 1.25 * small + 0.01, () -> "was " + small + ", grew to " + large);
        assertTrue(small < (stride == 1 ? 0.01 : 1), () -> "was " + small);
    }

    private double callsPerRemoval(int bodies, int stride) {
        InlineStepper stepper = stepper(row(bodies));
        return (double) calls(() -> removeEach(stepper, bodies, stride), "") * stride / bodies;
    }

    private static void removeEach(InlineStepper stepper, int bodies, int stride) {
        stepper.submit(c -> {
                    for (int slot = 0; slot < bodies; slot += stride) {
                        c.world(JoltSimulation.class).remove(slot);
                    }
                })
                .join();
    }

    /** A query for several would find a large part of the world. */
    @Test
    void bodiesThatAreFarApartTakeAQueryEach() {
        InlineStepper stepper = stepper(row(SMALL));
        assertEquals(8, calls(() -> removeEach(stepper, SMALL, SMALL / 8), "collideBox"));
    }

    /** Returns how many calls into the binding some code makes that differ between versions; one by name, or all. */
    private long calls(Runnable code, String name) {
        AtomicLong count = new AtomicLong();
        counted = called -> {
            if (called.contains(name)) {
                count.incrementAndGet();
            }
        };
        code.run();
        return count.get();
    }

    @BeforeEach
    void countCalls() throws ReflectiveOperationException {
        ReadContactsTest.replaceCalls((name, value) -> value instanceof JoltCalls.Call call
                ? (JoltCalls.Call) arguments -> {
                    counted.accept(name);
                    return call.call(arguments);
                }
                : value);
    }

    @Test
    void removalsOneByOneDoNotWalkOverAllBodies() {
        double small = walkPerRemoval(SMALL);
        double large = walkPerRemoval(LARGE);
        assertTrue(large < 1.25 * small, () -> "was " + small + ", grew to " + large);
    }

    private double walkPerRemoval(int bodies) {
        JoltSimulation world = row(bodies);
        InlineStepper stepper = stepper(world);
        for (int slot = 0; slot < bodies; slot += 2) {
            int next = slot;
            stepper.submit(c -> world.remove(next)).join();
        }
        return 2.0 * world.jolt.walked / bodies;
    }

    /** A step rebuilds one of the two trees. */
    @Test
    void bodiesAreLooseForTwoSteps() {
        JoltSimulation world = row(SMALL);
        InlineStepper stepper = stepper(world);
        for (int steps = 0; steps < 3; steps++) {
            int slot = steps;
            stepper.submit(c ->
                            world.bodies().activateBody(world.body(SMALL - 1).getId()))
                    .join();
            long before = world.jolt.walked;
            stepper.submit(c -> world.remove(slot)).join();
            assertEquals(steps < 2 ? SMALL : 0, world.jolt.walked - before);
            stepper.advanceTick();
        }
    }

    /** Makes rows of bodies that sleep and do not touch. */
    private static JoltSimulation row(int bodies) {
        return JoltSimulation.of(StateLayout.of(bodies), in -> {
            Cubes.floor(in);
            for (int i = 0; i < bodies; i++) {
                int slot = in.add(Cubes.cube(in, i % 100 * 2, 0.5, i / 100 * 2));
                in.bodies().deactivateBody(in.body(slot).getId());
            }
        });
    }

    /** A body that has become NaN must not hide those that are removed with it. */
    @Test
    void aBodyThatIsNaNDoesNotKeepOthersAsleep() {
        JoltSimulation world = pair();
        stepper(world)
                .submit(c -> {
                    int broken = world.add(Cubes.cube(world, Double.NaN, 0, 0));
                    world.remove(broken);
                    world.remove(0);
                })
                .join();
        assertTrue(world.body(1).isActive());
    }

    @Test
    void aRemovalInBeforeStepWakesForThatStep() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), new EngineScene<>() {
            @Override
            public void build(JoltSimulation in) {
                stack(in);
            }

            @Override
            public void beforeStep(JoltSimulation in, Tick tick) {
                in.remove(0);
            }
        });
        InlineStepper stepper = stepper(world);
        double before = newest(stepper);
        stepper.advanceTick();
        assertTrue(newest(stepper) < before);
    }

    @Test
    void aSaveInTheSameCommandHasTheBodiesThatWake() {
        JoltSimulation world = pair();
        InlineStepper stepper = stepper(world);
        byte[] saved = stepper.call(c -> {
                    world.remove(0);
                    ByteArrayOutputStream out = new ByteArrayOutputStream();
                    world.save(new DataOutputStream(out));
                    return out.toByteArray();
                })
                .join();
        stepper.submit(c -> world.bodies().deactivateBody(world.body(1).getId()))
                .join();
        restore(stepper, saved);
        assertTrue(world.body(1).isActive());
    }

    @Test
    void aRestoreAfterARemovalInTheSameCommandWakesNone() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), new EngineScene<>() {
            @Override
            public void build(JoltSimulation in) {
                stack(in);
            }

            @Override
            public void restoreBody(JoltSimulation in, int slot, DataInput input) {
                if (in.body(slot) != null) {
                    in.remove(slot);
                }
                in.add(Cubes.cube(in, 0, slot + 0.5, 0));
            }
        });
        InlineStepper stepper = stepper(world);
        byte[] saved = save(stepper);
        stepper.submit(c -> {
                    world.remove(0);
                    world.restore(in(saved));
                })
                .join();
        assertFalse(world.body(0).isActive());
        assertFalse(world.body(1).isActive());
    }

    @Test
    void aRemovedBodyIsNotAddedAgain() {
        JoltSimulation world = pair();
        stepper(world)
                .submit(c -> {
                    Body removed = world.body(0);
                    world.remove(0);
                    refusedWith(
                            "this body was made by the system of another world, or was removed; make it with bodies()"
                                    + " of this world",
                            IllegalStateException.class,
                            () -> world.add(removed));
                })
                .join();
    }

    /** A world of two bodies that sleep, one upon the other. */
    private static JoltSimulation pair() {
        return JoltSimulation.of(StateLayout.of(3), JoltRemovalTest::stack);
    }

    private static void stack(JoltSimulation in) {
        for (int i = 0; i < 2; i++) {
            int slot = in.add(Cubes.cube(in, 0, i + 0.5, 0));
            in.bodies().deactivateBody(in.body(slot).getId());
        }
    }

    private static double newest(InlineStepper stepper) {
        return stepper.call(
                        c -> c.world(JoltSimulation.class).body(1).getPosition().yy())
                .join();
    }

    private void removeAtRandom(long seed) {
        Random random = Seeds.random(seed);
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(MOST), Cubes::floor)
                .contacts(MOST * MOST)
                .build();
        Cloud cloud = new Cloud(world, random);
        try (InlineStepper stepper = stepper(world)) {
            for (int round = 0; round < 4; round++) {
                stepper.submit(c -> cloud.fill()).join();
                for (int ticks = random.nextInt(4); ticks > 0; ticks--) {
                    stepper.advanceTick();
                }
                cloud.sleep();
                for (int commands = 1 + random.nextInt(3); commands > 0; commands--) {
                    stepper.submit(c -> cloud.remove()).join();
                    assertEquals(cloud.expected, cloud.awake(), "seed " + seed + " in round " + round);
                }
            }
        }
    }

    /** Bodies of all kinds in a cube, whose size decides how many touch, and which of them should be awake. */
    private static final class Cloud {
        private final JoltSimulation world;
        private final Random random;
        private final double size;
        private final List<Integer> slots = new ArrayList<>();
        private final List<Body> others = new ArrayList<>();
        private Set<Integer> expected = new HashSet<>();

        Cloud(JoltSimulation world, Random random) {
            this.world = world;
            this.random = random;
            size = 3 + random.nextInt(40);
        }

        void fill() {
            for (int left = random.nextInt(MOST - slots.size()); left > 0; left--) {
                slots.add(world.add(body()));
                if (random.nextInt(16) == 0 && others.size() < 100) {
                    Body other = body();
                    world.bodies().addBody(other.getId(), EActivation.Activate);
                    others.add(other);
                }
                if (random.nextInt(16) == 0) {
                    Body first = world.body(slots.get(random.nextInt(slots.size())));
                    Body last = world.body(slots.get(slots.size() - 1));
                    if (first != last) {
                        world.addJoint(new PointConstraintSettings(), first, last);
                    }
                }
            }
        }

        private Body body() {
            return Cubes.cube(world, at(), at(), at(), settings -> {
                int kind = random.nextInt(8);
                if (kind < 2) {
                    settings.setMotionType(kind == 0 ? EMotionType.Static : EMotionType.Kinematic);
                } else if (kind == 2) {
                    settings.setMotionType(EMotionType.Static).setObjectLayer(JoltSimulation.STATIC_LAYER);
                }
                settings.setIsSensor(random.nextInt(8) == 0);
            });
        }

        private double at() {
            return random.nextDouble() * size;
        }

        private List<Body> all() {
            List<Body> all = new ArrayList<>(others);
            slots.forEach(slot -> all.add(world.body(slot)));
            return all;
        }

        Set<Integer> awake() {
            Set<Integer> awake = new HashSet<>();
            all().forEach(body -> {
                if (body.isActive()) {
                    awake.add(body.getId());
                }
            });
            return awake;
        }

        void sleep() {
            int share = random.nextInt(5);
            for (Body body : all()) {
                if (random.nextInt(4) < share) {
                    world.bodies().deactivateBody(body.getId());
                }
            }
            expected = awake();
        }

        void remove() {
            int count = random.nextInt(4) == 0 ? slots.size() : random.nextInt(slots.size() + 1);
            boolean addsMeanwhile = random.nextBoolean();
            Collections.shuffle(slots, random);
            for (; count > 0; count--) {
                removeNext();
                if (addsMeanwhile && random.nextInt(4) == 0) {
                    slots.add(0, world.add(body()));
                    Body added = world.body(slots.get(0));
                    if (added.isActive()) {
                        expected.add(added.getId());
                    }
                }
            }
        }

        private void removeNext() {
            Body removed = world.body(slots.remove(slots.size() - 1));
            Set<Integer> joined = new HashSet<>();
            world.system().getConstraints().toList().forEach(joint -> {
                SavedJoint saved = SavedJoint.of(joint.getPtr(), List.of());
                if (saved.id1() == removed.getId() || saved.id2() == removed.getId()) {
                    joined.addAll(List.of(saved.id1(), saved.id2()));
                }
            });
            for (Body body : all()) {
                if (!body.isStatic() && (overlap(removed, body) || joined.contains(body.getId()))) {
                    expected.add(body.getId());
                }
            }
            expected.remove(removed.getId());
            world.remove(world.slot(removed));
        }

        private static boolean overlap(Body removed, Body other) {
            ConstAaBox bounds = removed.getWorldSpaceBounds();
            Vec3 least = bounds.getMin();
            Vec3 most = bounds.getMax();
            Vec3 otherLeast = other.getWorldSpaceBounds().getMin();
            Vec3 otherMost = other.getWorldSpaceBounds().getMax();
            boolean overlaps = true;
            for (int axis = 0; axis < 3; axis++) {
                overlaps &=
                        least.get(axis) - NEAR <= otherMost.get(axis) && most.get(axis) + NEAR >= otherLeast.get(axis);
            }
            return overlaps;
        }
    }
}
