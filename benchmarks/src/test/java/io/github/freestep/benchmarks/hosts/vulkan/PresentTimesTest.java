package io.github.freestep.benchmarks.hosts.vulkan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.lwjgl.system.MemoryUtil.memPutAddress;
import static org.lwjgl.system.MemoryUtil.memPutInt;
import static org.lwjgl.system.MemoryUtil.memPutLong;
import static org.lwjgl.vulkan.EXTPresentTiming.VK_PRESENT_STAGE_IMAGE_FIRST_PIXEL_OUT_BIT_EXT;

import io.github.freestep.benchmarks.scenes.Scenes;
import io.github.freestep.benchmarks.scenes.StepCost;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.display.DisplayMeter;
import io.github.freestep.render.display.DisplayTimes;
import io.github.freestep.testing.Seeds;
import java.util.ArrayDeque;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPastPresentationTimingEXT;
import org.lwjgl.vulkan.VkPresentId2KHR;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkPresentStageTimeEXT;
import org.lwjgl.vulkan.VkPresentTimingInfoEXT;
import org.lwjgl.vulkan.VkPresentTimingsInfoEXT;

/** A display of 100 Hz shows each frame 20 ms after it was presented. The driver is simulated. */
class PresentTimesTest {
    private static final int FRAMES = 100;
    private static final long REFRESH_NANOS = 10_000_000;

    private static final int IN_FLIGHT = 2;

    /** The driver's clock began at another time than that of the states. */
    private static final long DRIVER_AHEAD_NANOS = 123_456_789;

    private static final long CLOCK_NUMBER = 7;

    private final InlineStepper stepper = PhysicsService.builder(Scenes.of("swarm", 3, Seeds.of(1), StepCost.NONE))
            .inline();
    private final DisplayMeter display = new DisplayMeter();
    private final FrameSampler frames = FrameSampler.builder(stepper.states())
            .listener(DisplayTimes.listener(display))
            .open();
    private final SimulatedDriver driver = new SimulatedDriver();

    /** The time for which the thread did not run since the first of several readings of both clocks. */
    private long heldUpNanos;

    private final PresentTimes times =
            new PresentTimes(driver, () -> stepper.clock().nanoTime() + heldUpNanos);

    private record Present(long id, long shownNanos) {}

    private final class SimulatedDriver implements PresentTimes.Driver {
        final Queue<Present> presents = new ArrayDeque<>();
        final VkPresentStageTimeEXT.Buffer stages = VkPresentStageTimeEXT.create(PresentTimes.MOST);
        boolean isMinimised;
        long skipped;
        long holdUpNanos;

        @Override
        public int stage() {
            return VK_PRESENT_STAGE_IMAGE_FIRST_PIXEL_OUT_BIT_EXT;
        }

        @Override
        public long timeDomain() {
            return CLOCK_NUMBER;
        }

        @Override
        public int report(VkPastPresentationTimingEXT.Buffer past) {
            int length = 0;
            while (!isMinimised && presents.size() > IN_FLIGHT) {
                report(past.get(length), stages.address(length), presents.remove());
                length++;
            }
            return length;
        }

        private void report(VkPastPresentationTimingEXT past, long stage, Present present) {
            memPutInt(stage + VkPresentStageTimeEXT.STAGE, stage());
            memPutLong(stage + VkPresentStageTimeEXT.TIME, present.id() == skipped ? 0 : present.shownNanos());
            memPutLong(past.address() + VkPastPresentationTimingEXT.PRESENTID, present.id());
            memPutInt(past.address() + VkPastPresentationTimingEXT.PRESENTSTAGECOUNT, 1);
            memPutAddress(past.address() + VkPastPresentationTimingEXT.PPRESENTSTAGES, stage);
        }

        @Override
        public long nanoTime(VkPastPresentationTimingEXT of) {
            heldUpNanos = of.presentId() % 2 * holdUpNanos;
            return stepper.clock().nanoTime() + heldUpNanos + DRIVER_AHEAD_NANOS;
        }
    }

    @AfterEach
    void close() {
        frames.close();
        stepper.close();
    }

    @Test
    void timesOfTheDriversClockGoToTheFramesThatWereMarked() {
        run(FRAMES);
        assertEquals(FRAMES - IN_FLIGHT, display.displayed());
        assertEquals(0, display.errorMillis(1), 0.001);
        double latencyMillis =
                Double.parseDouble(display.toString().replaceAll(".* from state to display ([0-9.]+) ms", "$1"));
        assertTrue(latencyMillis * 1e6 < DRIVER_AHEAD_NANOS / 2, display::toString);
    }

    /** Otherwise the driver would refuse the presents. */
    @Test
    void presentsAskForNoTimesWhileTheDriverHasNoRoomForThem() {
        driver.isMinimised = true;
        run(PresentTimes.MOST + 10);
        assertEquals(PresentTimes.MOST, driver.presents.size());
        driver.isMinimised = false;
        run(FRAMES);
        assertEquals(PresentTimes.MOST + FRAMES - IN_FLIGHT - 1, display.displayed());
        assertEquals(IN_FLIGHT, driver.presents.size());
    }

    private void run(int count) {
        for (int i = 0; i < count; i++) {
            stepper.advance(REFRESH_NANOS);
            Frame frame = frames.sample();
            present(frame);
            times.report(frames);
            heldUpNanos = 0;
        }
    }

    private void present(Frame frame) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPresentInfoKHR present = VkPresentInfoKHR.calloc(stack);
            times.mark(present, frame, stack);
            VkPresentTimingsInfoEXT timings = VkPresentTimingsInfoEXT.create(present.pNext());
            VkPresentId2KHR id = VkPresentId2KHR.create(timings.pNext());
            assertEquals(frame.number(), id.pPresentIds().get(0));
            VkPresentTimingInfoEXT timing = timings.pTimingInfos().get(0);
            assertEquals(CLOCK_NUMBER, timing.timeDomainId());
            if (timing.presentStageQueries() == driver.stage()) {
                long now = stepper.clock().nanoTime() + DRIVER_AHEAD_NANOS;
                driver.presents.add(new Present(frame.number(), now + IN_FLIGHT * REFRESH_NANOS));
            }
        }
    }
}
