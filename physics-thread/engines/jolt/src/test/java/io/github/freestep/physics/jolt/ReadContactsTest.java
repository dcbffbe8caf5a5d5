package io.github.freestep.physics.jolt;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EActivation;
import com.github.stephengold.joltjni.enumerate.EMotionQuality;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.FaultPolicy;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Logs;
import io.github.freestep.testing.Seeds;
import io.github.freestep.time.VirtualClock;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that contacts cost nothing while nobody reads them, and change nothing else. */
class ReadContactsTest extends EngineRig {
    private static final int TICKS = 50;
    private static final int BOXES = 125;

    private JoltCalls known;

    /** The hidden calls of the binding on this thread: how many parts it has saved, and listeners it has taken out. */
    private int saves;

    private int removals;

    /** How many bytes are missing at the end of each part. */
    private int cut;

    @BeforeEach
    void countCalls() throws ReflectiveOperationException {
        JoltSimulation.load();
        known = JoltRuntime.calls();
        Thread here = Thread.currentThread();
        MethodHandle countBytes = MethodHandles.filterReturnValue(
                counted(known.countBytes(), () -> saves += Thread.currentThread() == here ? 1 : 0),
                MethodHandles.lookup().bind(this, "shortened", MethodType.methodType(int.class, int.class)));
        MethodHandle setListener =
                counted(known.setListener(), () -> removals += Thread.currentThread() == here ? 1 : 0);
        replaceCalls((name, call) ->
                name.equals("countBytes") ? countBytes : name.equals("setListener") ? setListener : call);
    }

    /** Lets the adapter make other calls of the binding, until {@link JoltRuntime#calls} is set again. */
    static void replaceCalls(BiFunction<String, Object, Object> change) throws ReflectiveOperationException {
        RecordComponent[] components = JoltCalls.class.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = change.apply(
                    components[i].getName(), components[i].getAccessor().invoke(JoltRuntime.calls()));
        }
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        JoltRuntime.calls = JoltCalls.class.getDeclaredConstructor(types).newInstance(values);
    }

    private int shortened(int length) {
        return length - cut;
    }

    private static MethodHandle counted(MethodHandle call, Runnable counter) throws ReflectiveOperationException {
        MethodHandle count =
                MethodHandles.lookup().findVirtual(Runnable.class, "run", MethodType.methodType(void.class));
        return MethodHandles.foldArguments(call, count.bindTo(counter));
    }

    @AfterEach
    void restoreCalls() {
        JoltRuntime.calls = known;
    }

    @Test
    void joltSavesContactsOnlyWhileSomebodyReadsThemAndNeedsNoListener() {
        JoltSimulation world = new JoltPile(50).simulation();
        InlineStepper stepper = stepper(world);
        EventReader others =
                stepper.events().with(Kind.TICK, Kind.HASH, Kind.AWAKE).open();
        advance(stepper, TICKS);
        assertEquals(0, saves);

        EventReader contacts = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, TICKS);
        assertEquals(1 + TICKS, saves, "what touches already is read once");
        assertNull(world.system().getContactListener());
        contacts.close();
        advance(stepper, TICKS);
        assertEquals(1 + TICKS, saves);
        assertEquals(0, removals);
        others.close();
    }

    /** No save has the normal of a contact that Jolt finds along the way of a body. */
    @Test
    void joltHasAListenerOnlyWhileSomebodyReadsContactsOfAFastBody() {
        JoltSimulation world = JoltSimulation.of(
                StateLayout.of(1),
                in -> in.add(
                        Cubes.cube(in, 0, 5, 0, settings -> settings.setMotionQuality(EMotionQuality.LinearCast))));
        InlineStepper stepper = stepper(world);
        advance(stepper, 1);
        assertNull(world.system().getContactListener());
        EventReader contacts = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, 1);
        assertSame(JoltContacts.class, world.system().getContactListener().getClass());
        contacts.close();
        advance(stepper, 2);
        assertEquals(1, removals);
        EventReader later = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, 1);
        world.remove(0);
        advance(stepper, 1);
        assertEquals(2, removals);
        later.close();
    }

    /**
     * Events follow the saved contacts in both worlds. A rule sees only how deep Jolt takes two shapes to be, whose
     * edges it rounds, so these boxes have sharp ones. A pair whose points Jolt keeps for some steps may differ as
     * well.
     */
    @Test
    void aRuleThatChangesNothingChangesNoEventAndSeesWhatBeginsAndEnds() {
        JoltSimulation.Builder builder = JoltSimulation.builder(StateLayout.of(BOXES), ReadContactsTest::fall);
        List<String> plain = events(builder.build(), tick -> {});
        Map<String, Float> depths = new HashMap<>();
        JoltSimulation ruled = builder.contactRule(
                        contact -> depths.merge(contact.slotA() + " " + contact.slotB(), contact.depth(), Math::max))
                .build();
        Set<String> touching = new HashSet<>();
        Set<String> expected = new HashSet<>();
        List<String> events = events(ruled, tick -> {
            ruled.contacts((a, b, x, y, z, nx, ny, nz, impulse) -> depths.put(a + " " + b, impulse));
            depths.forEach((pair, depth) -> {
                if (depth >= -0.0005f && touching.add(pair)) {
                    expected.add(tick + " " + pair + " BEGIN");
                }
            });
            touching.removeIf(pair -> !depths.containsKey(pair) && expected.add(tick + " " + pair + " END"));
            depths.clear();
        });
        assertEquals(plain, events);
        Set<String> seen = new HashSet<>();
        events.forEach(event -> seen.add(event.replaceAll(":.*", "")));
        long same = seen.stream().filter(expected::contains).count();
        int most = Math.max(seen.size(), expected.size());
        assertTrue(same >= 0.99 * most && most > 500, () -> same + " events are the same, of " + most);
    }

    /** Boxes that never sleep, one of which is a sensor, and one is fast. */
    private static void fall(JoltSimulation world) {
        Cubes.floor(world);
        for (int i = 0; i < BOXES; i++) {
            int slot = i;
            world.add(Cubes.body(
                    world,
                    new BoxShape(new Vec3(0.5f, 0.5f, 0.5f), 0),
                    new RVec3(i % 5 * 1.1 + i / 25 * 0.07, 0.5 + i / 25 * 1.2, i / 5 % 5 * 1.1),
                    settings -> {
                        settings.setAllowSleeping(false)
                                .setAngularVelocity(new Vec3(slot % 3 - 1, slot % 7 - 3, slot % 4 - 2));
                        if (slot == 0) {
                            settings.setIsSensor(true).setGravityFactor(0);
                        } else if (slot == BOXES - 1) {
                            settings.setMotionQuality(EMotionQuality.LinearCast)
                                    .setLinearVelocity(new Vec3(0, -100, 0));
                        }
                    }));
        }
    }

    private List<String> events(JoltSimulation world, LongConsumer afterStep) {
        InlineStepper stepper = stepper(world);
        EventReader reader = stepper.events().with().open();
        List<String> events = new ArrayList<>();
        for (int tick = 1; tick <= 8 * TICKS; tick++) {
            advance(stepper, 1);
            reader.poll(event -> {
                String[] kind = event.kind().name().split("_");
                if (kind.length == 2) {
                    events.add(event.tick() + " " + Math.max(event.slotA(), event.slotB()) + " "
                            + Math.min(event.slotA(), event.slotB()) + " " + kind[1] + ": " + event);
                }
            });
            afterStep.accept(tick);
        }
        return events;
    }

    @Test
    @Logs("FAULT: the step of tick ")
    void aPairBeginsOnceAlsoIfAStepCannotReadIt() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), in -> {
            Cubes.floor(in);
            in.add(Cubes.cube(in, 0, 0.6, 0));
        });
        InlineStepper stepper = closedAtEnd(PhysicsService.builder(world)
                .faultPolicy(FaultPolicy.skip())
                .clock(new VirtualClock(0))
                .inline());
        EventReader contacts = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, 1);
        cut = 1;
        advance(stepper, 20);
        assertEquals(0, contacts.poll(event -> {}));
        cut = 0;
        advance(stepper, 1);
        assertEquals(1, contacts.poll(event -> {}));
    }

    @Test
    void aPairThatHasFallenAsleepEndsOnceItsBodyIsElsewhere() {
        JoltSimulation world = new JoltPile(1).simulation();
        InlineStepper stepper = stepper(world);
        EventReader contacts =
                stepper.events().with(Kind.CONTACT_BEGIN, Kind.CONTACT_END).open();
        advance(stepper, 4 * TICKS);
        assertFalse(world.body(0).isActive());
        assertEquals(1, contacts.poll(event -> assertEquals(Kind.CONTACT_BEGIN, event.kind())));
        world.bodies().setPosition(world.body(0).getId(), new RVec3(0, 50, 0), EActivation.Activate);
        advance(stepper, 1);
        assertEquals(1, contacts.poll(event -> assertEquals(Kind.CONTACT_END, event.kind())));
    }

    @Test
    void aPairThatWasOnlyCloseWhenItWasSavedBeginsAfterARestore() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(1), in -> {
            Cubes.floor(in);
            in.add(Cubes.cube(in, 0, 0.515, 0, settings -> {
                settings.setGravityFactor(0);
                settings.setLinearVelocity(new Vec3(0, -0.05, 0));
            }));
        });
        InlineStepper stepper = stepper(world);
        EventReader contacts = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, 5);
        byte[] saved = save(stepper);
        assertEquals(0, contacts.poll(event -> {}));
        advance(stepper, TICKS);
        assertEquals(1, contacts.poll(event -> {}));
        restore(stepper, saved);
        advance(stepper, TICKS);
        assertEquals(1, contacts.poll(event -> {}));
    }

    /** Otherwise, a match would differ from one whose players hear contacts. */
    @Test
    void theWorldComputesTheSameBitsWhoeverReadsContacts() {
        for (int seed = 0; seed < 3; seed++) {
            List<List<Long>> all = new ArrayList<>();
            for (int joined : new int[] {0, 1, 2, Integer.MAX_VALUE}) {
                all.add(run(seed, joined));
            }
            for (List<Long> each : all) {
                assertEquals(all.get(0), each, "seed " + seed);
            }
        }
    }

    /** Returns the hashes of ticks, and the contacts that last. A reader joins and leaves now and then. */
    private List<Long> run(int seed, int joined) {
        Random random = Seeds.random(seed);
        Toys toys = new Toys();
        List<Long> hashes = new ArrayList<>();
        try (InlineStepper stepper = PhysicsService.builder(JoltSimulation.of(StateLayout.of(Toys.CAPACITY), toys))
                .inline()) {
            EventReader reader = null;
            for (int round = 0; round < 10; round++) {
                if (reader == null && round >= joined) {
                    reader = stepper.events().with(Kind.CONTACT_END).open();
                } else if (reader != null && joined > 0) {
                    reader.close();
                    reader = null;
                }
                hashes.addAll(Rollbacks.run(stepper, toys, random.nextLong(), 5));
                stepper.submit(c -> c.world(JoltSimulation.class)
                                .contacts((a, b, x, y, z, nx, ny, nz, impulse) ->
                                        hashes.add(Double.doubleToLongBits(x + y + z + nx + impulse + 31 * a + b))))
                        .join();
            }
        }
        return hashes;
    }

    /** In a match whose saves are compared, somebody reads contacts in every world. */
    @Test
    void aWorldWhoseContactsNobodyReadsSavesNothingOfThem() {
        JoltSimulation unread = new JoltPile(50).simulation();
        InlineStepper stepper = stepper(unread);
        advance(stepper, TICKS);
        byte[] saved = save(stepper);
        restore(stepper, saved);
        assertArrayEquals(saved, save(stepper));
        EventReader contacts = stepper.events().with(Kind.CONTACT_BEGIN).open();
        advance(stepper, 1);
        byte[] read = save(stepper);
        restore(stepper, saved);
        advance(stepper, 1);
        assertArrayEquals(read, save(stepper), "a restored world continues as the saved one");
        contacts.close();
    }
}
