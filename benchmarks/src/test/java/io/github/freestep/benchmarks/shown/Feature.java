package io.github.freestep.benchmarks.shown;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.render.Frame;
import org.joml.Quaternionf;
import org.joml.Vector3d;

/** What a state of a {@link Parade} can hold, and how a frame must show it. */
enum Feature {
    POSES {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            near(world.shipX(ticks), 11, frame, Parade.SHIP);
            Quaternionf turned = frame.orientation(Parade.SPINNER, new Quaternionf());
            double angle = turned.angle();
            double expected = Parade.spinnerAngle(ticks);
            assertEquals(Math.cos(expected / 2), Math.cos(angle / 2), 0.005);
        }
    },
    DOUBLES {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            near(world.runnerX(ticks), 0, frame, Parade.RUNNER);
        }
    },
    ATTACHED {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            int parent = Parade.parent(frame.reachedTick());
            if (parent != Parade.parent(frame.newerTick())) {
                return;
            }
            assertEquals(parent, frame.parent(Parade.RIDER));
            double angle = parent == Parade.SHIP ? Parade.shipAngle(ticks) : Parade.spinnerAngle(ticks);
            Vector3d at = frame.position(parent, new Vector3d());
            Vector3d rider = frame.position(Parade.RIDER, new Vector3d());
            assertEquals(0, rider.distance(at.x + 2 * Math.cos(angle), at.y + 2 * Math.sin(angle), 0), AT_TWO_METRES);
        }
    },
    LINEAR {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            assertEquals(Parade.heat(ticks), frame.linear(0)[Parade.RUNNER], 1e-3);
        }
    },
    STEPPED {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            assertEquals(Parade.gear(frame.reachedTick()), frame.stepped(0)[Parade.RUNNER]);
        }
    },
    TELEPORTS {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            near(world.jumperX(frame.reachedTick()), 7, frame, Parade.JUMPER);
        }
    },
    BODIES {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            assertEquals(Parade.hasGuest(frame.reachedTick()), frame.isAlive(Parade.GUEST));
        }
    },
    LIVES {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            if (frame.isAlive(Parade.GUEST)) {
                assertEquals(2 * Parade.guests(frame.reachedTick()) - 1, frame.life(Parade.GUEST));
            }
        }
    },
    RATES {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            // Where states are late, a guess goes on with the rest before the first step.
            if (!frame.isBridged() || frame.newerTick() > Parade.CROWD_TICKS) {
                near(world.crowdX(ticks), 13, frame, Parade.CROWD);
            }
        }
    },
    TICKS {
        @Override
        void check(Parade world, Frame frame, double ticks) {
            // On a busy machine, states are late, and a service skips states that would arrive too late.
            boolean before = frame.isBridged() || ticks <= frame.newerTick() + 1e-6;
            assertTrue(frame.reachedTick() <= ticks + 1e-6 && before, frame::toString);
        }
    };

    /** The default {@code Precision} limits the distance error to half a millimetre; this adds rounding. */
    private static final double NEAR = 0.001;

    /** Two metres from a body whose orientation is off by a quarter of a degree. */
    private static final double AT_TWO_METRES = NEAR + 2 * Math.toRadians(0.25);

    /**
     * Checks a frame.
     *
     * @param ticks the instant that it shows, in ticks of the world
     */
    abstract void check(Parade world, Frame frame, double ticks);

    static void near(double x, double y, Frame frame, int slot) {
        Vector3d shown = frame.position(slot, new Vector3d());
        assertEquals(x, shown.x, NEAR, () -> "x of slot " + slot + " in " + frame);
        assertEquals(y, shown.y, NEAR, () -> "y of slot " + slot + " in " + frame);
    }
}
