package io.github.freestep.benchmarks.app.compare.loops;

import java.util.StringJoiner;

/**
 * The simulation that all loops drive, in floats: the damped spring of "Fix Your Timestep", which is kicked now and
 * then, and a bouncing ball. For the thread that steps; any thread may read the simulated time.
 */
public final class SpringWorld {
    /** The time of the end state; every loop reaches it on every display. */
    static final long ENDING_NANOS = 3_000_000_000L;

    private static final long KICK_NANOS = 700_000_000;

    private float spring = 1;
    private float springSpeed;
    private float ball = 1;
    private float ballSpeed;
    private volatile long simulatedNanos;
    private String ending;

    public void step(long dtNanos) {
        long now = simulatedNanos;
        if (ending == null && now + dtNanos >= ENDING_NANOS) {
            ending = ending(ENDING_NANOS - now);
        }
        move(now, dtNanos);
        simulatedNanos = now + dtNanos;
    }

    private String ending(long dtNanos) {
        SpringWorld other = new SpringWorld();
        other.spring = spring;
        other.springSpeed = springSpeed;
        other.ball = ball;
        other.ballSpeed = ballSpeed;
        other.move(simulatedNanos, dtNanos);
        StringJoiner bits = new StringJoiner(" ");
        for (float each : new float[] {other.spring, other.springSpeed, other.ball, other.ballSpeed}) {
            bits.add(Integer.toHexString(Float.floatToRawIntBits(each)));
        }
        return bits.toString();
    }

    /** Moves the world. Kicks come by simulation time, so that loops differ by their steps alone. */
    private void move(long now, long dtNanos) {
        float dt = dtNanos / 1e9f;
        if (now / KICK_NANOS != (now + dtNanos) / KICK_NANOS) {
            springSpeed += 0.5f;
        }
        springSpeed += (-15 * spring - 0.1f * springSpeed) * dt;
        spring += springSpeed * dt;
        ballSpeed -= 9.81f * dt;
        ball += ballSpeed * dt;
        if (ball < 0) {
            ball = -ball;
            ballSpeed = -0.9f * ballSpeed;
        }
    }

    public long simulatedNanos() {
        return simulatedNanos;
    }

    /** Returns the bits of the state at exactly {@link #ENDING_NANOS}; null if the simulation has not reached it. */
    String ending() {
        return ending;
    }
}
