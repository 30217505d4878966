% Filters a signal.
classdef Filter < handle
    properties
        Order = 4
    end
    methods
        function obj = Filter(order)
            obj.Order = order;
        end
        function [out, gain] = apply(obj, signal)
            gain = estimateGain(signal);
            out = conv(signal, kernel(obj.Order));
        end
    end
end
