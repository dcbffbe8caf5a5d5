package io.github.freestep.benchmarks.app.compare;

import java.util.StringJoiner;

/**
 * What is simulated: the damped spring of "Fix Your Timestep", kicked now and then, and a ball that bounces; in floats. For the
 * thread that steps; how far it has come may be read by others.
 */
final class SpringWorld {
    /** By then every loop has come so far on every display. */
    static final long ENDING_NANOS = 3_000_000_000L;

    private static final long KICK_NANOS = 700_000_000;

    private float spring = 1;
    private float springSpeed;
    private float ball = 1;
    private float ballSpeed;
    private volatile long simulatedNanos;
    private String ending;

    void step(long dtNanos) {
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

    /** The kicks are input by the simulation's own time, as in a replay, so that what differs is the stepping alone. */
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

    long simulatedNanos() {
        return simulatedNanos;
    }

    /** The bits of the state at {@link #ENDING_NANOS}, on the dot; null if it has not come so far. */
    String ending() {
        return ending;
    }
}
