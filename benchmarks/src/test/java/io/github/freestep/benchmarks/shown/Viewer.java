package io.github.freestep.benchmarks.shown;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.render.Frame;
import io.github.freestep.time.Ratio;

/** Who sees the frames of a {@link Way}, hears its events, and acts. */
interface Viewer {
    /** What a viewer can do in most ways. */
    interface Hands {
        /** Sends the code of an action. Returns whether it was accepted. */
        boolean action(int code);

        void submit(PortableCommand command);

        void pause();

        void resume();

        void timeScale(Ratio scale);

        /** The hands of someone with a service of the own. Their actions have codes of a seat. */
        static Hands of(Physics physics) {
            return new Hands() {
                @Override
                public boolean action(int code) {
                    return physics.input().action(Parade.code(Parade.OWN_SEAT, code), 1);
                }

                @Override
                public void submit(PortableCommand command) {
                    physics.submit(command);
                }

                @Override
                public void pause() {
                    physics.pause();
                }

                @Override
                public void resume() {
                    physics.resume();
                }

                @Override
                public void timeScale(Ratio scale) {
                    physics.timeScale(scale);
                }
            };
        }
    }

    /** Sees a frame. */
    void frame(Frame frame);

    /** Hears an event that the newest frame has reached. */
    void event(long tick, long data);

    /** Acts, if the viewer likes. Called again and again while the world runs. */
    void act(Hands hands, long tick);
}
