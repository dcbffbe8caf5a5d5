package io.github.freestep.rooms;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.atomic.LongAdder;

/** A store that measures what saving costs the threads that do it. */
final class MeasuredStore extends RoomStore {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final LongAdder saves = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder bytes = new LongAdder();

    MeasuredStore(Path folder) {
        super(folder);
    }

    @Override
    void save(int room, long owner, Save save) throws IOException {
        long nanosBefore = threads.getCurrentThreadCpuTime();
        long bytesBefore = threads.getCurrentThreadAllocatedBytes();
        super.save(room, owner, save);
        bytes.add(threads.getCurrentThreadAllocatedBytes() - bytesBefore);
        nanos.add(threads.getCurrentThreadCpuTime() - nanosBefore);
        saves.increment();
    }

    void report(Report.Writer report) {
        report.saves(saves.sum(), nanos.sum(), bytes.sum());
    }
}
