package io.github.freestep.real;

import java.awt.Component;
import java.awt.Container;
import java.awt.event.KeyEvent;
import java.awt.event.KeyListener;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.dyn4j.dynamics.PhysicsBody;
import org.dyn4j.world.World;

/** Plays a sample of dyn4j without a window. All have one loop, which is called here. */
public final class Dyn4jPlayer {
    /**
     * With the four arrows, one that resets, and the space bar, which pauses. With the seed and this order, a game is
     * reset after 0.2 seconds and pauses after 1.6, so that most of the play has steps to compare.
     */
    private static final String KEYS = "ARSWBTUIEQ%&D'( ";

    private static final int KEYS_A_SECOND = 5;

    private static final Random CHANCE = new Random();
    private static long nowNanos;

    private Dyn4jPlayer() {}

    /** Returns the time, which only the player changes. Programs ask for it in place of the JDK's. */
    public static long nanoTime() {
        return nowNanos;
    }

    /** Returns what depends only on the seed. */
    public static double random() {
        return CHANCE.nextDouble();
    }

    static String play(Class<?> program, int fps, double seconds) throws ReflectiveOperationException {
        nowNanos = 0;
        CHANCE.setSeed(1);
        Container game = (Container) program.getConstructor().newInstance();
        program.getMethod("run").invoke(game);
        Class<?> frame = program.getSuperclass();
        Method loop = Player.open(frame.getDeclaredMethod("gameLoop"));
        World<?> world = (World<?>) Player.open(frame.getDeclaredField("world")).get(game);
        Random keys = new Random(1);
        boolean[] isDown = new boolean[KEYS.length()];
        for (int i = 0; i < fps * seconds; i++) {
            nowNanos += Math.round(Player.LONGER * 1e9 / fps);
            if (i % (fps / KEYS_A_SECOND) == 0) {
                int key = keys.nextInt(KEYS.length());
                isDown[key] = !isDown[key];
                press(game.getComponent(0), KEYS.charAt(key), isDown[key]);
            }
            loop.invoke(game);
        }
        // Counted by the sample, because its reset removes all listeners.
        long steps = Player.open(frame.getDeclaredField("stepNumber")).getLong(game);
        return found(world, (int) steps);
    }

    private static void press(Component canvas, char key, boolean isDown) {
        KeyEvent event = new KeyEvent(
                canvas, isDown ? KeyEvent.KEY_PRESSED : KeyEvent.KEY_RELEASED, 0, 0, key, KeyEvent.CHAR_UNDEFINED);
        for (KeyListener each : canvas.getKeyListeners()) {
            if (isDown) {
                each.keyPressed(event);
            } else {
                each.keyReleased(event);
            }
        }
    }

    private static String found(World<? extends PhysicsBody> world, int steps) {
        List<Double> places = new ArrayList<>();
        List<Double> speeds = new ArrayList<>();
        for (PhysicsBody each : world.getBodies()) {
            places.add(each.getTransform().getTranslationX()
                    + 2 * each.getTransform().getTranslationY()
                    + 3 * each.getTransform().getRotationAngle());
            speeds.add(each.getLinearVelocity().getMagnitude() + Math.abs(each.getAngularVelocity()));
        }
        return Player.found(steps, places, speeds);
    }
}
