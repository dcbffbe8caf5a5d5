package io.github.freestep.benchmarks.hosts.vulkan;

import static org.lwjgl.vulkan.GOOGLEDisplayTiming.vkGetPastPresentationTimingGOOGLE;
import static org.lwjgl.vulkan.VK10.VK_SUCCESS;

import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import java.nio.IntBuffer;
import org.lwjgl.BufferUtils;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPastPresentationTimingGOOGLE;
import org.lwjgl.vulkan.VkPresentInfoKHR;
import org.lwjgl.vulkan.VkPresentTimeGOOGLE;
import org.lwjgl.vulkan.VkPresentTimesInfoGOOGLE;

/**
 * Reports when a swapchain of Vulkan displayed frames, by VK_GOOGLE_display_timing, which counts in the time of
 * {@code System.nanoTime()}. For the thread of the sampler; never waits. If the device has the extension, enable it
 * when you create the logical device.
 */
final class SwapchainTimes {
    private static final int MOST = 64;

    private final IntBuffer count = BufferUtils.createIntBuffer(1);
    private final VkPastPresentationTimingGOOGLE.Buffer past = VkPastPresentationTimingGOOGLE.create(MOST);
    private long newest;

    /** Gives the present of a frame the frame's number. Call it before {@code vkQueuePresentKHR}, with its stack. */
    void mark(VkPresentInfoKHR present, Frame frame, MemoryStack stack) {
        newest = frame.number();
        VkPresentTimeGOOGLE.Buffer times = VkPresentTimeGOOGLE.calloc(1, stack); // as soon as possible
        times.get(0).presentID((int) newest);
        present.pNext(VkPresentTimesInfoGOOGLE.calloc(stack)
                .sType$Default()
                .swapchainCount(1)
                .pTimes(times));
    }

    /** Reports what has been displayed since the last call. Call it once in each frame. */
    void report(VkDevice device, long swapchain, FrameSampler frames) {
        count.put(0, MOST);
        // If there are more, the next call gets them.
        if (vkGetPastPresentationTimingGOOGLE(device, swapchain, count, past) >= VK_SUCCESS) {
            report(past, count.get(0), frames);
        }
    }

    void report(VkPastPresentationTimingGOOGLE.Buffer shown, int length, FrameSampler frames) {
        for (int i = 0; i < length; i++) {
            // A present has the lower 32 bits of the frame's number.
            int ago = (int) newest - shown.get(i).presentID();
            frames.displayed(newest - ago, shown.get(i).actualPresentTime());
        }
    }
}
