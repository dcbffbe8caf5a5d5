package io.github.freestep.render.trace.log;

import java.util.ArrayList;
import java.util.List;

/** Collects the entries that a handler sees, in their order. */
final class Entries implements MotionHandler {
    final List<MotionEntry> all = new ArrayList<>();

    static List<MotionEntry> of(MotionLog log) {
        Entries entries = new Entries();
        log.run(entries);
        return entries.all;
    }

    /** Only the frames. */
    List<ShownFrame> frames() {
        return all.stream()
                .filter(ShownFrame.class::isInstance)
                .map(ShownFrame.class::cast)
                .toList();
    }

    @Override
    public void frame(ShownFrame frame) {
        all.add(frame);
    }

    @Override
    public void state(StateTimes state) {
        all.add(state);
    }

    @Override
    public void tick(TickWork work) {
        all.add(work);
    }
}
