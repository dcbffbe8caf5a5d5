package io.github.freestep.benchmarks.hosts.forms;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.EventSink;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.dyn4j.Dyn4jSimulation;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.time.NanoClock;
import org.dyn4j.dynamics.Body;

/** The game in a service: its world is on the physics thread, and frames get poses, the score and sounds. */
final class ServiceGame implements Game, EngineScene<Dyn4jSimulation>, Rules.Stage {
    private static final int KEYS = 0;
    private static final int PADDLE = 0; // the first body that is added
    private static final StateLayout LAYOUT = StateLayout.of(100).stepped("coins", "missed", "lives");
    private static final int COINS = LAYOUT.steppedChannel("coins");
    private static final int MISSED = LAYOUT.steppedChannel("missed");
    private static final int LIVES = LAYOUT.steppedChannel("lives");

    private final Screen screen;
    private final Dyn4jSimulation world = Dyn4jSimulation.of(LAYOUT, this);
    private final PhysicsService physics;
    private final EventReader sounds;
    private final FrameSampler frames;
    private Rules rules; // of the physics thread, as is the next one
    private EventSink events;

    ServiceGame(Screen screen, NanoClock clock) {
        this.screen = screen;
        physics = PhysicsService.builder(world).rate(60).clock(clock).start();
        sounds = physics.events().with(Kind.USER).open();
        frames = FrameSampler.open(physics.states());
    }

    @Override
    public void frame() {
        physics.input().axis(KEYS, screen.direction());
        Frame frame = frames.sample();
        if (frame.hasState()) {
            sounds.poll(frame.reachedTick(), heard -> screen.play(Rules.Sound.values()[heard.code()]));
            draw(frame);
        }
    }

    @Override
    public void build(Dyn4jSimulation in) {
        rules = new Rules(in.world(), this);
    }

    @Override
    public void beforeStep(Dyn4jSimulation in, Tick tick) {
        events = tick.events();
        rules.direction = (int) tick.input().axis(KEYS);
        rules.act();
    }

    @Override
    public void write(Dyn4jSimulation in, StateWriter state) {
        state.stepped(COINS, PADDLE, rules.coins);
        state.stepped(MISSED, PADDLE, rules.missed);
        state.stepped(LIVES, PADDLE, rules.lives);
    }

    private void draw(Frame frame) {
        for (int slot = 0; slot < frame.slots(); slot++) {
            if (frame.isAlive(slot)) {
                screen.sprite(frame.x()[slot], frame.y()[slot]);
            }
        }
        screen.text(Rules.hud((int) frame.stepped(COINS)[PADDLE], (int) frame.stepped(MISSED)[PADDLE], (int)
                frame.stepped(LIVES)[PADDLE]));
    }

    @Override
    public void add(Body body) {
        world.add(body);
    }

    @Override
    public void remove(Body body) {
        world.remove(world.slot(body));
    }

    @Override
    public void play(Rules.Sound sound) {
        events.user(sound.ordinal(), PADDLE, PADDLE, 0, 0, 0, 0);
    }

    @Override
    public void close() {
        sounds.close();
        frames.close();
        physics.close();
    }

    @Override
    public Rules rules() {
        physics.submit(c -> {}).join(); // after the world was built
        return rules;
    }
}
