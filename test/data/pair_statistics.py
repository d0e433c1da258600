"""What statsmodels and numpy say of pairs of series: JSON on standard input and output, a list of {left, right}."""

import json
import sys

import numpy
from statsmodels.api import OLS, add_constant
from statsmodels.tsa.stattools import adfuller, coint


def answer(left, right):
    statistic, p_value, critical = coint(left, right)[:3]
    fitted = OLS(left, add_constant(right)).fit()
    tested = adfuller(fitted.resid, regression="n", result_object=False)
    spread = numpy.log(left / right)
    returns = [numpy.diff(one) / one[:-1] for one in (left, right)]
    covariance = numpy.cov(*returns)
    return {
        "statistic": statistic,
        "pValue": p_value,
        "critical": list(critical),
        "lags": int(tested[2]),
        "intercept": fitted.params[0],
        "hedgeRatio": fitted.params[1],
        "correlation": numpy.corrcoef(*returns)[0, 1],
        "beta": covariance[0, 1] / covariance[1, 1],
        "zScore": (spread[-1] - spread.mean()) / spread.std(ddof=1),
    }


pairs = json.load(sys.stdin)
json.dump([answer(numpy.array(pair["left"]), numpy.array(pair["right"])) for pair in pairs], sys.stdout, indent=1)
