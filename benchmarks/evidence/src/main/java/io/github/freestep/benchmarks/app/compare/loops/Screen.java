package io.github.freestep.benchmarks.app.compare.loops;

/** A display. Lets a loop draw its frames and records when they are displayed. For one thread. */
final class Screen implements Stage.Beside {
    private final Stage stage;
    private final Loop loop;
    private final PlaySettings setting;
    private final FrameHistory film;
    private final Refreshes refreshes;
    private long refresh;
    private long dueNanos;

    Screen(Stage stage, Loop loop, PlaySettings setting, FrameHistory film) {
        this.stage = stage;
        this.loop = loop;
        this.setting = setting;
        this.film = film;
        refreshes = new Refreshes(setting.fps());
        await();
    }

    /** Draws frames until the end. */
    void run() {
        while (!ended()) {
            stage.until(dueNanos);
            stage.until(loop.notBeforeNanos());
            draw();
        }
    }

    /** Draws a frame now. It is on screen from the next refresh on; at once if the loop tears it. */
    @Override
    public void draw() {
        ShownFrame picture = loop.frame(stage.nanoTime());
        long drawnNanos = stage.nanoTime();
        refresh = refreshes.before(drawnNanos);
        long displayedNanos = drawnNanos;
        if (loop.tears(drawnNanos)) {
            dueNanos = drawnNanos;
        } else {
            await();
            while (refreshes.nanos(refresh) <= drawnNanos || refreshes.nanos(refresh) < loop.displayNotBeforeNanos()) {
                await();
            }
            displayedNanos = refreshes.nanos(refresh);
        }
        film.add(displayedNanos, picture, loop.backlogNanos(drawnNanos));
    }

    private void await() {
        refresh++;
        dueNanos = refreshes.nanos(refresh) + stage.wakeNanos();
    }

    /** Returns when the next frame begins. */
    @Override
    public long dueNanos() {
        return dueNanos;
    }

    /**
     * Returns whether the play has ended. If a loop is still catching up after a stall, the play continues until it has
     * caught up, at most until the latest end.
     */
    @Override
    public boolean ended() {
        return film.endNanos() >= (film.catchesUp() ? setting.latestEndNanos() : setting.endNanos());
    }
}
