package io.github.freestep.benchmarks.hosts.forms;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.benchmarks.hosts.PlayedTime;
import io.github.freestep.time.NanoClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.TimeStep;
import org.dyn4j.world.PhysicsWorld;
import org.dyn4j.world.listener.StepListenerAdapter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Both forms of the game are the same game: with the same keys, they have the same score, texts and sounds, and the
 * same poses to the last bit.
 */
class FormsTest {
    private static final int FRAMES = 31 * 60;

    /** What a player has seen and heard, and where the bodies are in the end. */
    private record Played(List<String> texts, List<Rules.Sound> sounds, List<String> poses) {
        /**
         * Leaves out one text at most that another form has not shown: where that one takes two steps in a frame, a
         * frame of a service may show the state between them.
         */
        Played textsOf(Played other) {
            List<String> both = new ArrayList<>(texts);
            both.retainAll(other.texts);
            return texts.size() - both.size() > 1 ? this : new Played(both, sounds, poses);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bothFormsAreTheSameGame(boolean hasLongSteps) {
        Played plain = new Round(hasLongSteps, false).play(PlainGame::new);
        assertTrue(plain.texts.size() > 20, plain.texts::toString);
        assertTrue(plain.sounds.containsAll(Arrays.asList(Rules.Sound.values())), plain.sounds::toString);
        assertEquals(plain, new Round(hasLongSteps, true).play(ServiceGame::new).textsOf(plain));
    }

    /** The screen, the keys and the time of a round. */
    private static final class Round extends StepListenerAdapter<Body> implements Screen {
        /** A key changes after so many steps, and never while the game is behind, when frames read keys later. */
        private static final int STEPS_PER_KEY = 45;

        private static final int[] KEYS = {1, 0, -1, -1, 1, 0, 1, -1};

        private final List<String> texts = new ArrayList<>();
        private final List<Rules.Sound> sounds = new ArrayList<>();
        private final PlayedTime time;
        private boolean wereKeysRead;
        private int sprites;

        Round(boolean hasLongSteps, boolean hasThread) {
            time = new PlayedTime(hasLongSteps, hasThread);
        }

        Played play(BiFunction<Screen, NanoClock, Game> form) {
            try (Game game = form.apply(this, time)) {
                Rules rules = game.rules();
                rules.world.addStepListener(this);
                time.play(FRAMES, () -> {
                    wereKeysRead = false;
                    int before = sprites;
                    game.frame();
                    assertTrue(time.steps() < 2 || sprites > before, "a frame is empty");
                    return wereKeysRead;
                });
                return new Played(
                        texts,
                        sounds,
                        rules.drawn.stream()
                                .map(each -> each.getTransform().toString())
                                .toList());
            }
        }

        @Override
        public void begin(TimeStep step, PhysicsWorld<Body, ?> world) {
            time.stepBegins();
        }

        @Override
        public void end(TimeStep step, PhysicsWorld<Body, ?> world) {
            time.stepEnds();
        }

        @Override
        public int direction() {
            wereKeysRead = true;
            return KEYS[time.steps() / STEPS_PER_KEY % KEYS.length];
        }

        @Override
        public void sprite(double x, double y) {
            sprites++;
        }

        @Override
        public void text(String line) {
            if (texts.isEmpty() || !texts.get(texts.size() - 1).equals(line)) {
                texts.add(line);
            }
        }

        @Override
        public void play(Rules.Sound sound) {
            sounds.add(sound);
        }
    }
}
