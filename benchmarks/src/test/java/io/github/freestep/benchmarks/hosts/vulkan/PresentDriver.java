package io.github.freestep.benchmarks.hosts.vulkan;

import static org.lwjgl.system.MemoryUtil.*;
import static org.lwjgl.vulkan.EXTPresentTiming.*;
import static org.lwjgl.vulkan.KHRCalibratedTimestamps.vkGetCalibratedTimestampsKHR;
import static org.lwjgl.vulkan.KHRGetSurfaceCapabilities2.*;
import static org.lwjgl.vulkan.VK10.VK_SUCCESS;

import java.nio.IntBuffer;
import java.nio.LongBuffer;
import org.lwjgl.system.MemoryStack;
import org.lwjgl.vulkan.VkCalibratedTimestampInfoKHR;
import org.lwjgl.vulkan.VkDevice;
import org.lwjgl.vulkan.VkPastPresentationTimingEXT;
import org.lwjgl.vulkan.VkPastPresentationTimingInfoEXT;
import org.lwjgl.vulkan.VkPastPresentationTimingPropertiesEXT;
import org.lwjgl.vulkan.VkPhysicalDevice;
import org.lwjgl.vulkan.VkPhysicalDeviceSurfaceInfo2KHR;
import org.lwjgl.vulkan.VkPresentStageTimeEXT;
import org.lwjgl.vulkan.VkPresentTimingSurfaceCapabilitiesEXT;
import org.lwjgl.vulkan.VkSurfaceCapabilities2KHR;
import org.lwjgl.vulkan.VkSwapchainCalibratedTimestampInfoEXT;
import org.lwjgl.vulkan.VkSwapchainTimeDomainPropertiesEXT;

/**
 * Calls VK_EXT_present_timing. The device needs it, VK_KHR_present_id2, VK_KHR_calibrated_timestamps, and their
 * features; the swapchain needs its two flags for timing and ids. For one thread.
 */
record PresentDriver(VkDevice device, long swapchain, int stage, long timeDomain, VkPresentStageTimeEXT.Buffer times)
        implements PresentTimes.Driver {
    /** Returns the last stage that the driver knows the time of; 0 if the surface has no display times. */
    static int stage(VkPhysicalDevice device, long surface, MemoryStack stack) {
        VkPresentTimingSurfaceCapabilitiesEXT has =
                VkPresentTimingSurfaceCapabilitiesEXT.calloc(stack).sType$Default();
        vkGetPhysicalDeviceSurfaceCapabilities2KHR(
                device,
                VkPhysicalDeviceSurfaceInfo2KHR.calloc(stack).sType$Default().surface(surface),
                VkSurfaceCapabilities2KHR.calloc(stack).sType$Default().pNext(has));
        return Integer.highestOneBit(has.presentStageQueries()
                & (VK_PRESENT_STAGE_IMAGE_FIRST_PIXEL_OUT_BIT_EXT
                        | VK_PRESENT_STAGE_IMAGE_FIRST_PIXEL_VISIBLE_BIT_EXT));
    }

    /** Call it once the swapchain is created. The stage must not be 0. */
    static PresentDriver of(VkDevice device, long swapchain, int stage, MemoryStack stack) {
        vkSetSwapchainPresentTimingQueueSizeEXT(device, swapchain, PresentTimes.MOST);
        VkSwapchainTimeDomainPropertiesEXT clocks =
                VkSwapchainTimeDomainPropertiesEXT.calloc(stack).sType$Default();
        LongBuffer version = stack.mallocLong(1);
        vkGetSwapchainTimeDomainPropertiesEXT(device, swapchain, clocks, version);
        IntBuffer kinds = stack.callocInt(clocks.timeDomainCount());
        LongBuffer numbers = stack.callocLong(clocks.timeDomainCount());
        memPutAddress(clocks.address() + VkSwapchainTimeDomainPropertiesEXT.PTIMEDOMAINS, memAddress(kinds));
        memPutAddress(clocks.address() + VkSwapchainTimeDomainPropertiesEXT.PTIMEDOMAINIDS, memAddress(numbers));
        vkGetSwapchainTimeDomainPropertiesEXT(device, swapchain, clocks, version);
        int i = 0;
        while (kinds.get(i) != VK_TIME_DOMAIN_PRESENT_STAGE_LOCAL_EXT) { // which all drivers must have
            i++;
        }
        VkPresentStageTimeEXT.Buffer times = VkPresentStageTimeEXT.create(PresentTimes.MOST);
        return new PresentDriver(device, swapchain, stage, numbers.get(i), times);
    }

    @Override
    public int report(VkPastPresentationTimingEXT.Buffer past) {
        for (int i = 0; i < past.capacity(); i++) {
            VkPastPresentationTimingEXT each = past.get(i).sType$Default();
            memPutInt(each.address() + VkPastPresentationTimingEXT.PRESENTSTAGECOUNT, 1);
            memPutAddress(each.address() + VkPastPresentationTimingEXT.PPRESENTSTAGES, times.address(i));
        }
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkPastPresentationTimingPropertiesEXT answer =
                    VkPastPresentationTimingPropertiesEXT.calloc(stack).sType$Default();
            long at = answer.address();
            memPutInt(at + VkPastPresentationTimingPropertiesEXT.PRESENTATIONTIMINGCOUNT, past.capacity());
            memPutAddress(at + VkPastPresentationTimingPropertiesEXT.PPRESENTATIONTIMINGS, past.address());
            // Only complete reports, in the order of the presents. If there are more, the next call gets them.
            VkPastPresentationTimingInfoEXT of = VkPastPresentationTimingInfoEXT.calloc(stack)
                    .sType$Default()
                    .swapchain(swapchain);
            return vkGetPastPresentationTimingEXT(device, of, answer) >= VK_SUCCESS
                    ? answer.presentationTimingCount()
                    : 0;
        }
    }

    @Override
    public long nanoTime(VkPastPresentationTimingEXT shown) {
        try (MemoryStack stack = MemoryStack.stackPush()) {
            VkSwapchainCalibratedTimestampInfoEXT of =
                    VkSwapchainCalibratedTimestampInfoEXT.calloc(stack).sType$Default();
            of.swapchain(swapchain).presentStage(stage).timeDomainId(shown.timeDomainId());
            VkCalibratedTimestampInfoKHR.Buffer which = VkCalibratedTimestampInfoKHR.calloc(1, stack);
            which.sType$Default().timeDomain(shown.timeDomain()).pNext(of);
            LongBuffer now = stack.callocLong(1);
            vkGetCalibratedTimestampsKHR(device, which, now, stack.mallocLong(1));
            return now.get(0);
        }
    }
}
