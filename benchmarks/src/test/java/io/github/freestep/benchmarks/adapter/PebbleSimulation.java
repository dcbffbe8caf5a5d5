package io.github.freestep.benchmarks.adapter;

import io.github.freestep.physics.Tick;
import io.github.freestep.physics.engine.EngineScene;
import io.github.freestep.physics.engine.EngineSimulation;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An adapter as its author outside this project writes it. Its engine, pebbles that fall onto a floor, refuses NaN and
 * logs to stderr and stdout.
 */
final class PebbleSimulation extends EngineSimulation<PebbleSimulation.Pebble> {
    static final String BANNER = "pebbles 1.0: no native library found";

    /** The number of open worlds. */
    static final AtomicInteger OPEN = new AtomicInteger();

    static {
        System.err.println(BANNER);
        System.out.print(BANNER);
    }

    static final class Pebble {
        double x;
        double y;
        boolean resting;
        boolean inUse;
        boolean touching;
        private double vx;
        private double vy;

        Pebble(double x, double y) {
            this.x = x;
            this.y = y;
        }

        void velocity(double vxNew, double vyNew) {
            if (Double.isNaN(vxNew + vyNew)) {
                throw new IllegalArgumentException("velocity must not be NaN, was " + vxNew + ", " + vyNew);
            }
            vx = vxNew;
            vy = vyNew;
            resting = false;
        }
    }

    private final List<Pebble> pebbles = new ArrayList<>();
    private boolean isOpen;

    private PebbleSimulation(StateLayout layout, EngineScene<? super PebbleSimulation> scene) {
        super(layout, scene, PebbleSimulation.class);
    }

    static PebbleSimulation of(StateLayout layout, EngineScene<? super PebbleSimulation> scene) {
        return new PebbleSimulation(layout, scene);
    }

    @Override
    protected void open() {
        isOpen = true;
        OPEN.incrementAndGet();
    }

    @Override
    protected void insert(Pebble pebble) {
        if (pebble.inUse) {
            throw new IllegalStateException("this pebble is in a world already; remove it there first");
        }
        pebble.inUse = true;
        pebbles.add(pebble);
    }

    @Override
    protected void delete(Pebble pebble) {
        pebble.inUse = false;
        pebbles.remove(pebble);
    }

    @Override
    protected void simulate(Tick tick) {
        double seconds = tick.dtSeconds();
        for (Pebble pebble : pebbles) {
            if (!pebble.resting) {
                pebble.vy -= 9.81 * seconds;
                pebble.x += pebble.vx * seconds;
                pebble.y += pebble.vy * seconds;
                if (pebble.y <= 0.5) {
                    land(pebble);
                } else if (pebble.touching) {
                    pebble.touching = false;
                    touches().contactEnd(slot(pebble), State.NO_SLOT);
                }
            }
        }
    }

    private void land(Pebble pebble) {
        if (!pebble.touching) {
            touches().contactBegin(slot(pebble), State.NO_SLOT, pebble.x, 0, 0, 0, 1, 0, (float) -pebble.vy);
        }
        pebble.touching = true;
        pebble.y = 0.5;
        pebble.velocity(0, 0);
        pebble.resting = true;
    }

    @Override
    protected boolean asleep(Pebble pebble) {
        return pebble.resting;
    }

    @Override
    protected void read(int slot, Pebble pebble) {
        pose(slot, pebble.x, pebble.y, 0, 0, 0, 0, 1);
    }

    @Override
    protected void release() {
        if (isOpen) {
            isOpen = false;
            OPEN.decrementAndGet();
        }
    }
}
