package io.github.freestep.benchmarks.examples;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputAdapter;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.graphics.g2d.Sprite;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.time.NanoClock;
import java.util.Locale;

/**
 * {@link Toys}, which the space bar blows up: libGDX shows them, and the physics thread steps them. The example has no
 * window, so it prints their mean height, and presses the key itself. With the backend for LWJGL 3 on the class path,
 * {@code new Lwjgl3Application(new GdxBoxes(), configuration)} opens one.
 *
 * <p>libGDX polls keys after each swap, and calls the input processor before {@code render}. So the pacer waits in
 * {@code render}: meanwhile the physics thread steps with these keys, and the frame already shows them.
 */
public final class GdxBoxes extends ApplicationAdapter {
    private final Sprite[] sprites = new Sprite[Toys.BODIES]; // by the slot of their body
    private final InputAdapter keys = new InputAdapter() {
        @Override
        public boolean keyDown(int key) {
            return key == Keys.SPACE && physics.input().action(Toys.BLAST, 0);
        }
    };
    private PhysicsService physics;
    private FrameSampler frames;
    private FramePacer pacer;
    private long tick; // that was printed
    private boolean isPressed;

    @Override
    public void create() {
        physics = PhysicsService.builder(new Toys(NanoClock.system()).simulation())
                .rate(60)
                .start();
        frames = FrameSampler.open(physics.states());
        pacer = FramePacer.open();
        Gdx.input.setInputProcessor(keys);
    }

    /** Makes what a slot shows, from its kind. */
    private static Sprite sprite(int kind) {
        Sprite sprite = new Sprite(); // in a game, with a texture for each kind
        float size = kind == Toys.PLAYER ? 0.9f : 0.5f;
        sprite.setSize(kind == Toys.PLANK ? 6 : size, kind == Toys.PLANK ? 0.4f : size);
        sprite.setOriginCenter();
        return sprite;
    }

    @Override
    public void render() {
        pacer.await();
        Frame frame = frames.sample(pacer.refreshNanos());
        if (tick >= 180 || physics.failure() != null) {
            Gdx.app.exit();
        }
        for (int i = 0; i < frame.appearedCount(); i++) {
            int slot = frame.appeared(i);
            sprites[slot] = sprite((int) frame.stepped(Toys.KIND)[slot]);
        }
        if (frame.hasState()) {
            draw(frame);
        }
        pacer.drawn(); // libGDX swaps next
    }

    private void draw(Frame frame) {
        double height = 0;
        for (int slot = 0; slot < sprites.length; slot++) {
            Sprite sprite = sprites[slot];
            sprite.setOriginBasedPosition(frame.x()[slot], frame.y()[slot]);
            sprite.setRotation((float) Math.toDegrees(2 * Math.atan2(frame.qz()[slot], frame.qw()[slot])));
            height += (sprite.getY() + sprite.getOriginY()) / sprites.length; // in a game: sprite.draw(batch)
        }
        if (frame.reachedTick() >= tick + 15) {
            tick = frame.reachedTick();
            System.out.printf(Locale.ROOT, "tick %d: the toys are at %.2f%n", tick, height);
        }
        if (tick >= 60 && !isPressed) {
            isPressed = keys.keyDown(Keys.SPACE); // with a window, leave this out
        }
    }

    @Override
    public void dispose() {
        pacer.close();
        frames.close();
        physics.close();
        if (physics.failure() != null) {
            System.out.println("the world has failed: " + physics.failure());
            System.exit(1); // an exception on this thread would not change the exit code
        }
    }

    public static void main(String[] args) {
        HeadlessApplicationConfiguration pace = new HeadlessApplicationConfiguration();
        pace.updatesPerSecond = 60;
        new HeadlessApplication(new GdxBoxes(), pace);
    }
}
