package io.github.freestep.benchmarks.hosts.gdx;

import com.badlogic.gdx.ApplicationListener;
import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputAdapter;
import com.badlogic.gdx.audio.Sound;
import com.badlogic.gdx.files.FileHandle;
import com.badlogic.gdx.graphics.Color;
import com.badlogic.gdx.graphics.GL20;
import com.badlogic.gdx.graphics.OrthographicCamera;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer;
import com.badlogic.gdx.graphics.glutils.ShapeRenderer.ShapeType;
import com.badlogic.gdx.math.Vector3;
import io.github.freestep.physics.PhysicsEvent;
import io.github.freestep.render.Frame;
import org.joml.Matrix4f;
import org.joml.Vector3f;

/** A small game: run, jump, push crates, click on them. P is the menu, R restarts, S saves, L loads. */
public class ArenaGame extends InputAdapter implements ApplicationListener {
    private static final float VIEW_HEIGHT = 12;

    final OrthographicCamera camera = new OrthographicCamera();
    final Vector3f sword = new Vector3f(); // its point
    private final Sound hit;
    private final FileHandle saved;
    private final Matrix4f pose = new Matrix4f();
    private final Vector3 click = new Vector3();
    ArenaPhysics physics;
    Frame frame;
    boolean isMenuOpen;
    private boolean refused; // the queue was full, or the service has ended
    private ShapeRenderer shapes;

    public ArenaGame(Sound hit, FileHandle saved) {
        this.hit = hit;
        this.saved = saved;
    }

    public void create() {
        physics = new ArenaPhysics();
        Gdx.input.setInputProcessor(this);
        shapes = Gdx.gl == null ? null : new ShapeRenderer(); // null without a window
    }

    public void resize(int width, int height) {
        camera.setToOrtho(false, VIEW_HEIGHT * width / height, VIEW_HEIGHT);
    }

    public void render() {
        frame = physics.frame(this::onHit);
        if (frame.hasState()) {
            camera.position.set(frame.x()[Arena.PLAYER], frame.y()[Arena.PLAYER], 0); // of the same frame: no jitter
            camera.update();
            frame.matrix(Arena.PLAYER, pose).transformPosition(sword.set(0.8f, 0, 0));
            draw();
        }
        physics.drawn();
    }

    private void onHit(PhysicsEvent event) {
        if (event.slotA() == Arena.PLAYER || event.slotB() == Arena.PLAYER) {
            hit.play(Math.min(1, event.impulse() / 10));
        }
    }

    private void draw() {
        if (shapes == null) {
            return;
        }
        Gdx.gl.glClear(GL20.GL_COLOR_BUFFER_BIT);
        shapes.setProjectionMatrix(camera.combined);
        shapes.begin(ShapeType.Line);
        shapes.setColor(refused ? Color.RED : Color.WHITE);
        shapes.line(-20, 0, 20, 0);
        for (int body = 0; body < frame.slots(); body++) {
            if (frame.isAlive(body)) {
                float degrees = (float) Math.toDegrees(2 * Math.atan2(frame.qz()[body], frame.qw()[body]));
                shapes.rect(frame.x()[body] - 0.5f, frame.y()[body] - 0.5f, 0.5f, 0.5f, 1, 1, 1, 1, degrees);
            }
        }
        shapes.line(frame.x()[Arena.PLAYER], frame.y()[Arena.PLAYER], sword.x, sword.y);
        if (isMenuOpen) {
            shapes.rect(camera.position.x - 3, camera.position.y - 2, 6, 4);
        }
        shapes.end();
    }

    @Override
    public boolean keyDown(int key) {
        switch (key) {
            case Keys.LEFT -> move(-1);
            case Keys.RIGHT -> move(1);
            case Keys.SPACE -> jump();
            case Keys.P -> openMenu(!isMenuOpen);
            case Keys.R -> physics.restart();
            case Keys.S -> physics.save().thenAccept(bytes -> saved.writeBytes(bytes, false));
            case Keys.L -> load();
            default -> {}
        }
        return true;
    }

    @Override
    public boolean keyUp(int key) {
        if (key == Keys.LEFT || key == Keys.RIGHT) {
            move(0);
        }
        return true;
    }

    private void load() {
        if (saved.exists()) {
            physics.load(saved.readBytes());
        }
    }

    private void move(float direction) {
        refused |= !physics.service.input().axis(Arena.MOVE, direction, System.nanoTime());
    }

    private void jump() {
        refused |= !physics.service.input().action(Arena.JUMP, 1, System.nanoTime()); // dropped while the menu is open
    }

    private void openMenu(boolean open) {
        isMenuOpen = open;
        if (open) {
            physics.service.pause();
        } else {
            physics.service.resume();
        }
    }

    @Override
    public boolean touchDown(int x, int y, int pointer, int button) {
        camera.unproject(click.set(x, y, 0));
        physics.kick(frame, click.x, click.y);
        return true;
    }

    public void pause() {}

    public void resume() {}

    public void dispose() {
        physics.dispose();
        if (shapes != null) {
            shapes.dispose();
        }
    }
}
