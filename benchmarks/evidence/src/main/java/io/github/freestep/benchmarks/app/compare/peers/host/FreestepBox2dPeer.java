package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.physics.box2d.Body;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.box2d.Box2dSimulation;
import io.github.freestep.physics.engines.EngineScene;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.FramePacer;
import io.github.freestep.state.StateLayout;

/** Freestep with Box2D. */
public final class FreestepBox2dPeer implements EngineScene<Box2dSimulation> {
    /** How often it ticks, and how it takes frames. Callbacks post the keys. */
    public enum Way {
        /** Frames wait for a pacer. */
        PACED(PeerScene.RATE, true),
        /** Frames are sampled as soon as the last one is shown. */
        PLAIN(PeerScene.RATE, false),
        TICKS_60(60, false),
        TICKS_30(30, false),
        TICKS_20(20, false);

        private final int rate;
        private final boolean paces;

        Way(int rate, boolean paces) {
            this.rate = rate;
            this.paces = paces;
        }
    }

    private final PeerScreen screen;
    private final Way way;
    private Body[] bodies;

    private FreestepBox2dPeer(PeerScreen screen, Way way) {
        this.screen = screen;
        this.way = way;
    }

    @Override
    public void build(Box2dSimulation world) {
        bodies = Box2dPicture.addTo(world.world());
        for (Body body : bodies) {
            world.add(body);
        }
    }

    @Override
    public void beforeStep(Box2dSimulation world, Tick tick) {
        Box2dPicture.move(bodies, screen.step(), tick.input().axis(0));
    }

    private void run() {
        Box2dSimulation world = Box2dSimulation.of(StateLayout.of(PeerScene.KEYS + 1), this);
        try (PhysicsService physics = PhysicsService.builder(world)
                        .rate(way.rate)
                        .clock(screen.clock())
                        .start();
                FrameSampler frames = FrameSampler.open(physics.states());
                FramePacer pacer = FramePacer.open(screen.clock())) {
            screen.onKey(pressed -> physics.input().axis(0, pressed));
            do {
                if (way.paces) {
                    pacer.await();
                }
                draw(way.paces ? frames.sample(pacer) : frames.sample());
                pacer.drawn();
            } while (screen.show());
        }
    }

    private void draw(Frame frame) {
        screen.draw(); // a game draws the arrays of the frame
        if (frame.hasState()) {
            float[] x = frame.x();
            screen.picture(0, x[PeerScene.RUNNER], x[PeerScene.SHUTTLE], x[PeerScene.KEYS]);
        } else {
            screen.picture(0, PeerScene.RUNNER_X, 0, 0);
        }
    }

    /** Runs it. */
    public static void main(String[] args) {
        Way way = Way.valueOf(args[args.length - 1]);
        new FreestepBox2dPeer(PeerScreen.open(args, way.rate), way).run();
    }
}
