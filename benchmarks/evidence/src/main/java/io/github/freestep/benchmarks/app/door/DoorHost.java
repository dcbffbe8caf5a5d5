package io.github.freestep.benchmarks.app.door;

import com.badlogic.gdx.ApplicationAdapter;
import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Graphics;
import com.badlogic.gdx.backends.headless.HeadlessApplication;
import com.badlogic.gdx.backends.headless.HeadlessApplicationConfiguration;
import com.badlogic.gdx.backends.headless.mock.graphics.MockGraphics;
import com.badlogic.gdx.physics.box2d.Body;
import io.github.freestep.benchmarks.app.compare.peers.host.PeerScreen;
import io.github.freestep.smooth.Smooth;

/** Plays a form of the game on the display of a {@link PeerScreen}, in a process of its own. */
public final class DoorHost extends ApplicationAdapter implements Stage {
    /** The forms of the game. */
    enum Form {
        BEFORE,
        AFTER
    }

    /** Steps per second of both forms. */
    static final int RATE = 60;

    private static final int CAPACITY = 500;

    private final PeerScreen screen;
    private final Form form;
    private ApplicationListener game;
    private float cart;
    private float player;

    private DoorHost(PeerScreen screen, Form form) {
        this.screen = screen;
        this.form = form;
    }

    @Override
    public void create() {
        Graphics real = Gdx.graphics;
        Gdx.graphics = new MockGraphics() {
            @Override
            public float getDeltaTime() {
                return real.getDeltaTime() / screen.slowness();
            }
        };
        game = form == Form.BEFORE
                ? new Before(this)
                : new After(this) {
                    @Override
                    Smooth<Body> open() {
                        return Smooth.open(RATE, CAPACITY, screen.clock(), dt -> step((float) dt), After::pose);
                    }
                };
        game.create();
    }

    @Override
    public void render() {
        game.render();
        screen.draw();
        screen.picture(0, cart, cart, player);
        if (!screen.show()) {
            Gdx.app.exit();
        }
    }

    @Override
    public void dispose() {
        game.dispose();
    }

    @Override
    public int keys() {
        return screen.keys();
    }

    @Override
    public void slowCode() {
        screen.step();
    }

    @Override
    public void sprite(Object picture, float x, float y, float radians) {
        cart = picture.equals("cart") ? x : cart;
        player = picture.equals("player") ? x : player;
    }

    /** Runs it. */
    public static void main(String[] args) {
        HeadlessApplicationConfiguration never = new HeadlessApplicationConfiguration();
        never.updatesPerSecond = 0; // the display decides
        Form form = Form.valueOf(args[args.length - 1]);
        new HeadlessApplication(new DoorHost(PeerScreen.open(args, RATE), form), never);
    }
}
