package io.github.freestep.benchmarks.hosts.vulkan;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.time.NanoClock;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkPastPresentationTimingEXT;
import org.lwjgl.vulkan.VkPresentId2KHR;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkPresentStageTimeEXT;
import org.lwjgl.vulkan.VkPresentTimingInfoEXT;
import org.lwjgl.vulkan.VkPresentTimingsInfoEXT;

/**
 * Reports when a swapchain of Vulkan displayed frames, by VK_EXT_present_timing. For the thread of the sampler; never
 * waits. A new swapchain needs a new one.
 */
final class PresentTimes {
    /** The most presents whose times the driver keeps. */
    static final int MOST = 64;

    private static final int READINGS = 3;

    private final Driver driver;
    private final NanoClock clock;
    private final VkPastPresentationTimingEXT.Buffer past = VkPastPresentationTimingEXT.create(MOST);
    private int kept;

    /** One swapchain. */
    interface Driver {
        int stage();

        long timeDomain();

        /** Returns how many reports it has written. */
        int report(VkPastPresentationTimingEXT.Buffer past);

        /** Returns the present time, by the clock of a report. */
        long nanoTime(VkPastPresentationTimingEXT of);
    }

    /** Takes the clock of the states, because the driver may have a clock of its own. */
    PresentTimes(Driver driver, NanoClock clock) {
        this.driver = driver;
        this.clock = clock;
    }

    /** Gives the present of a frame the frame's number. Call it before {@code vkQueuePresentKHR}, with its stack. */
    void mark(VkPresentInfoKHR present, Frame frame, MemoryStack stack) {
        VkPresentTimingInfoEXT.Buffer timing = VkPresentTimingInfoEXT.calloc(1, stack); // as soon as possible
        timing.sType$Default().timeDomainId(driver.timeDomain());
        if (kept < MOST) { // The driver refuses a present for which it has no room.
            timing.presentStageQueries(driver.stage());
            kept++;
        }
        present.pNext(VkPresentId2KHR.calloc(stack)
                .sType$Default()
                .swapchainCount(1)
                .pPresentIds(stack.longs(frame.number())));
        present.pNext(VkPresentTimingsInfoEXT.calloc(stack)
                .sType$Default()
                .swapchainCount(1)
                .pTimingInfos(timing));
    }

    /** Reports what has been displayed since the last call. Call it once in each frame. */
    void report(FrameSampler frames) {
        int length = driver.report(past);
        kept -= length;
        for (int i = 0; i < length; i++) {
            VkPastPresentationTimingEXT shown = past.get(i);
            VkPresentStageTimeEXT.Buffer reached = shown.pPresentStages();
            // A frame that was never on the screen has no time.
            if (reached != null && reached.hasRemaining() && reached.time() != 0) {
                frames.displayed(shown.presentId(), reached.time() + driverToStates(shown));
            }
        }
    }

    /** Returns what to add to a driver's time, by the reading of both clocks that took the least time. */
    private long driverToStates(VkPastPresentationTimingEXT shown) {
        long difference = 0;
        long least = Long.MAX_VALUE;
        for (int i = 0; i < READINGS; i++) {
            long before = clock.nanoTime();
            long nanos = driver.nanoTime(shown);
            long took = clock.nanoTime() - before;
            if (took < least) {
                least = took;
                difference = before + took / 2 - nanos;
            }
        }
        return difference;
    }
}
