package io.github.freestep.benchmarks.scenes;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engines.EngineSimulation;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * A scene of boxes in an engine: places the boxes, applies bursts, and writes the {@link Marks} for the check.
 */
final class BoxScene<B> extends CheckedScene implements PlacedBoxes {
    /** How far above its start a burst puts a box, in metres. */
    private static final float LIFT = 5;

    private final Places places;

    private final EngineSimulation<B> world;
    private final BoxEngine<B, ?> maker;
    private final Bursts bursts = new Bursts();
    private final BoxCheck check = new BoxCheck(bursts);
    private final float[] place;
    private final int[] bits;

    /** Which slots have ever had a body. Only these may be written. */
    private final boolean[] used;

    /**
     * Makes a scene.
     *
     * @throws IllegalArgumentException if the engine has no native library for this platform
     */
    BoxScene(Places places, long seed, StepCost cost, Function<PlacedBoxes, BoxEngine<B, ?>> engine) {
        // The same in every engine, because a viewer in another process knows only the name of the scene.
        super(
                StateLayout.of(places.count()).linear(Marks.PLACE_CHANNEL).stepped(TICK_CHANNEL, Marks.SUM_CHANNEL),
                places.count(),
                seed,
                cost);
        this.places = places;
        place = new float[bodies];
        bits = new int[bodies];
        used = new boolean[bodies];
        maker = engine.apply(this);
        try {
            world = maker.simulation();
        } catch (UnsupportedOperationException e) {
            throw new IllegalArgumentException(e.getMessage() + "; swarm, springs and pile2d need none", e);
        }
    }

    @Override
    public boolean engineAllocates(boolean settled) {
        return maker.allocates(settled);
    }

    @Override
    String flawOf(CheckedPicture view) {
        return check.flaw(view);
    }

    @Override
    public void setUp(PhysicsContext context) {
        world.setUp(context);
    }

    @Override
    public void fill() {
        for (int i = 0; i < places.count(); i++) {
            world.add(boxAt(i, 0));
        }
    }

    private B boxAt(int i, float lift) {
        B box = maker.box();
        put(box, i, lift);
        return box;
    }

    private void put(B box, int i, float lift) {
        maker.put(box, places.x[i], places.y[i] + lift, places.z[i]);
    }

    @Override
    public void step(Tick tick) {
        begin(tick);
        world.step(tick);
    }

    /** A box that returns gets the slot that was freed last, which may have been another box's. */
    @Override
    public void burst(Bodies all, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int count = Math.max(1, places.count() / 4);
        for (int done = 0; done < count; done++) {
            int slot = random.nextInt(places.count());
            B box = world.body(slot);
            if (box == null) {
                world.add(boxAt(slot, LIFT));
            } else if (random.nextBoolean()) {
                put(box, slot, LIFT);
                world.teleport(slot);
            } else {
                world.remove(slot);
            }
        }
        bursts.add(tick());
    }

    @Override
    public void run(Command command, PhysicsContext context) throws Exception {
        world.run(command, context);
    }

    @Override
    public Simulation wrapped() {
        return world;
    }

    @Override
    public void pose(int slot, float x, float y, float z, float qx, float qy, float qz, float qw) {
        place[slot] = Marks.place(x, y, z);
        bits[slot] = Marks.bits(x, y, z, qx, qy, qz, qw);
    }

    @Override
    public void write(StateWriter state) {
        world.write(state);
        writeTick(state, 0, place.length);
        float tick = tick() % Marks.TICKS;
        float longTick = tick() % TICKS;
        for (int slot = 0; slot < place.length; slot++) {
            used[slot] |= state.isAlive(slot);
            if (used[slot]) {
                state.linear(0, slot, place[slot] + tick);
                state.stepped(1, slot, world.body(slot) == null ? Marks.GONE : Marks.sum(bits[slot], longTick));
            }
        }
    }

    @Override
    public void close() {
        world.close();
    }
}
