package io.github.freestep.benchmarks.hosts.gdx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.badlogic.gdx.Gdx;
import com.badlogic.gdx.Input.Keys;
import com.badlogic.gdx.InputProcessor;
import com.badlogic.gdx.backends.headless.mock.input.MockInput;
import com.badlogic.gdx.math.MathUtils;
import com.badlogic.gdx.math.RandomXS128;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Contact;
import com.badlogic.gdx.physics.box2d.ContactImpulse;
import com.badlogic.gdx.physics.box2d.ContactListener;
import com.badlogic.gdx.physics.box2d.Manifold;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.benchmarks.hosts.PlayedTime;
import io.github.freestep.gdx.SmoothListener;
import io.github.freestep.smooth.Smooth;
import io.github.freestep.time.VirtualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A game with libGDX and Box2D computes with Smooth what it computes in the usual loop, to the last bit. */
class SameGameTest {
    private static final int FRAMES = 20 * 60;
    private static final int STEPS_PER_JUMP = 90;
    private static final int STEP_NANOS = 1_000_000_000 / 60;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void inlineComputesWhatTheUsualLoopComputes(boolean hasLongSteps) {
        List<String> usual = new Round(Form.USUAL, hasLongSteps, 0).play();
        assertTrue(usual.size() > 200, usual::toString);
        assertEquals(usual, new Round(Form.INLINE, hasLongSteps, 0).play());
    }

    /**
     * Steps follow the turn of the game, so the usual loop begins by a step, too. In long steps there are frames
     * without the game, and a game that acts in each frame is then another one.
     */
    @Test
    void threadedComputesWhatTheUsualLoopComputes() {
        assertEquals(new Round(Form.USUAL, false, STEP_NANOS).play(), new Round(Form.THREADED, false, 0).play());
    }

    private enum Form {
        USUAL,
        INLINE,
        THREADED
    }

    /** A round whose keys come between frames, and what happens in it: contacts, their impulses, and speeds. */
    private static final class Round extends CratesGame implements ContactListener {
        private final Form form;
        private final PlayedTime time;
        private final List<String> found = new ArrayList<>();
        private int updates;
        private long lastNanos;
        private long owedNanos;

        Round(Form form, boolean hasLongSteps, long owedNanos) {
            this.form = form;
            this.owedNanos = owedNanos;
            time = new PlayedTime(hasLongSteps, form == Form.THREADED);
        }

        List<String> play() {
            GdxNativesLoader.load();
            Gdx.input = new Keyboard();
            MathUtils.random = new RandomXS128(1);
            SmoothListener threaded = new SmoothListener(this);
            if (form == Form.THREADED) {
                threaded.create();
            } else {
                create();
            }
            world.setContactListener(this);
            time.play(FRAMES, () -> {
                int before = updates;
                if (time.steps() % STEPS_PER_JUMP == 0) {
                    Gdx.input.getInputProcessor().keyDown(Keys.SPACE);
                }
                if (form == Form.THREADED) {
                    threaded.render();
                } else {
                    render();
                }
                return updates > before;
            });
            dispose();
            return found;
        }

        @Override
        Smooth<Body> begin() {
            return switch (form) {
                case USUAL -> Smooth.inline(60, 100, new VirtualClock(0), this::step, CratesGame::pose); // never steps
                case INLINE -> Smooth.inline(60, 100, time, this::step, CratesGame::pose);
                case THREADED -> Smooth.threaded(60, 100, time, this::step, CratesGame::pose);
            };
        }

        @Override
        public void render() {
            update();
            if (form == Form.INLINE) {
                smooth.frame();
            } else {
                owedNanos += time.nanoTime() - lastNanos;
                lastNanos = time.nanoTime();
                for (; owedNanos >= STEP_NANOS; owedNanos -= STEP_NANOS) {
                    step(1 / 60.0);
                }
            }
        }

        @Override
        public void update() {
            super.update();
            updates++;
        }

        private void step(double seconds) {
            time.stepBegins();
            world.step((float) seconds, 6, 2);
            time.stepEnds();
        }

        /** Notes nothing of the steps after the last turn, of which some forms have one more. */
        private void found(String what) {
            if (time.steps() < FRAMES - 1) {
                found.add(time.steps() + " " + what);
            }
        }

        @Override
        public void beginContact(Contact contact) {
            Body body = contact.getFixtureB().getBody();
            found(body.getPosition() + " " + body.getAngle() + " touches with " + body.getLinearVelocity());
        }

        @Override
        public void endContact(Contact contact) {}

        @Override
        public void preSolve(Contact contact, Manifold before) {}

        @Override
        public void postSolve(Contact contact, ContactImpulse impulse) {
            found("impulse " + impulse.getNormalImpulses()[0]);
        }
    }

    private static final class Keyboard extends MockInput {
        private InputProcessor processor;

        @Override
        public void setInputProcessor(InputProcessor processor) {
            this.processor = processor;
        }

        @Override
        public InputProcessor getInputProcessor() {
            return processor;
        }
    }
}
